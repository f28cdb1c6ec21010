import { useMutation } from '@tanstack/react-query';
import type { DeviceDecision, DeviceRequest } from '@svc/contract';
import { useState } from 'react';
import { device } from '../../api/code-sessions.ts';
import { deviceStrings as words } from '../../strings/device.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form/form.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { DecideForm } from './decide-form.tsx';
import { deviceRoute } from './device-route.ts';

interface Found {
  readonly userCode: string;
  readonly request: DeviceRequest;
}

/** The code, then what it stands for, then the decision. A code in the link is looked up only when the person goes on. */
export function DevicePage() {
  const { user_code: given } = deviceRoute.useSearch();
  const [found, setFound] = useState<Found>();
  const [decision, setDecision] = useState<DeviceDecision['status']>();
  const restart = () => {
    setFound(undefined);
    setDecision(undefined);
  };
  return (
    <Page title={words.title} lead={words.lead}>
      <div className="max-w-lg">
        <Card>
          {!found && <CodeForm given={given} onFound={setFound} />}
          {found && !decision && <DecideForm {...found} onDecided={setDecision} />}
          {decision && (
            <div className="flex flex-col gap-4">
              <Notice tone={decision === 'approved' ? 'good' : 'info'} alert>
                {words[decision]}
              </Notice>
              <Button onClick={restart}>{words.another}</Button>
            </div>
          )}
        </Card>
      </div>
    </Page>
  );
}

interface CodeFormProps {
  readonly given: string | undefined;
  readonly onFound: (found: Found) => void;
}

function CodeForm({ given, onFound }: CodeFormProps) {
  const find = useMutation({
    mutationFn: async (userCode: string) => onFound({ userCode, request: await device.find(userCode) }),
  });
  return (
    <Form onSubmit={(values) => find.mutate(values('code').trim().toUpperCase())}>
      <TextField
        label={words.code}
        hint={words.codeHint}
        name="code"
        defaultValue={given}
        maxLength={32}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        required
        className="font-mono tracking-widest uppercase"
      />
      <FormError error={find.error} />
      <Button type="submit" look="primary" busy={find.isPending}>
        {words.next}
      </Button>
    </Form>
  );
}

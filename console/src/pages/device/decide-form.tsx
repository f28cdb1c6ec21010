import { useMutation } from '@tanstack/react-query';
import type { DeviceDecision, DeviceRequest } from '@svc/contract';
import { device } from '../../api/code-sessions.ts';
import { deviceStrings as words } from '../../strings/device.ts';
import { Button } from '../../ui/button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { NamedOptions } from '../../ui/form/named-options.tsx';
import { Form } from '../../ui/form/form.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SelectField } from '../../ui/form/text-field.tsx';
import { Ago } from '../../ui/text/time.tsx';

interface DecideFormProps {
  readonly userCode: string;
  readonly request: DeviceRequest;
  readonly onDecided: (decision: DeviceDecision['status']) => void;
}

/** Shows enough to tell one's own device from somebody else's, who may have sent the link (RFC 8628 §5.4). */
export function DecideForm({ userCode, request, onDecided }: DecideFormProps) {
  const decide = useMutation({
    mutationFn: async (decision: Promise<DeviceDecision>) => onDecided((await decision).status),
  });
  return (
    <Form onSubmit={(values) => decide.mutate(device.approve(request.id, values('workspace')))}>
      <div>
        <p className="font-medium">{words.same}</p>
        <p className="mt-1 font-mono text-2xl tracking-widest">{userCode}</p>
      </div>
      <Facts
        facts={{
          [words.program]: request.client_name,
          [words.surface]: words.surfaces[request.surface] ?? request.surface,
          [words.from]: request.ip_address ?? words.unknownPlace,
          [words.asked]: <Ago at={request.created_at} />,
        }}
      />
      <SelectField label={words.workspace} hint={words.workspaceHint} name="workspace">
        <NamedOptions of={request.workspaces} />
      </SelectField>
      <Notice tone="warn">{words.warning}</Notice>
      <FormError error={decide.error} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" busy={decide.isPending}>
          {words.approve}
        </Button>
        <Button busy={decide.isPending} onClick={() => decide.mutate(device.deny(request.id))}>
          {words.deny}
        </Button>
      </div>
    </Form>
  );
}

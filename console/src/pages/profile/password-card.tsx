import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { account, passkeysOptions, SESSIONS } from '../../api/account.ts';
import { CODE_SESSIONS } from '../../api/code-sessions.ts';
import { refresh } from '../../api/pages.ts';
import { profileStrings } from '../../strings/profile.ts';
import { Button } from '../../ui/button.tsx';
import { CheckField } from '../../ui/form/check-field.tsx';
import { Form, type FormValues } from '../../ui/form/form.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { NewPasswordField } from '../../ui/form/new-password-field.tsx';
import { Card } from '../../ui/page.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { UsernameHint } from './username-hint.tsx';

const { password: words } = profileStrings;

export function PasswordCard() {
  const queries = useQueryClient();
  const hasPasskeys = (useQuery(passkeysOptions).data?.data.length ?? 0) > 0;
  /** Counts changes: after one the fields start over, empty. */
  const [changes, setChanges] = useState(0);
  const change = useMutation({
    mutationFn: async (values: FormValues) => {
      await account.changePassword(values('current'), values('next'), values('passkeys') !== '');
      await Promise.all([
        refresh(queries, SESSIONS),
        refresh(queries, CODE_SESSIONS),
        queries.invalidateQueries({ queryKey: passkeysOptions.queryKey }),
      ]);
      setChanges((count) => count + 1);
      toast(words.saved);
    },
  });
  return (
    <Card title={words.title} lead={words.lead}>
      <Form refusal={change.error} key={changes} className="max-w-md" onSubmit={change.mutate}>
        <UsernameHint />
        <PasswordField label={words.current} name="current" autoComplete="current-password" required />
        <NewPasswordField label={words.next} hint={words.nextHint} name="next" param="new_password" />
        {hasPasskeys && <CheckField label={words.passkeys} hint={words.passkeysHint} name="passkeys" />}
        <FormError error={change.error} />
        <div>
          <Button type="submit" busy={change.isPending}>
            {words.save}
          </Button>
        </div>
      </Form>
    </Card>
  );
}

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { account, SESSIONS } from '../../api/account.ts';
import { fieldError } from '../../api/failure.ts';
import { refresh } from '../../api/pages.ts';
import { profileStrings } from '../../strings/profile.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form/form.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { NewPasswordField } from '../../ui/form/new-password-field.tsx';
import { Card } from '../../ui/page.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { UsernameHint } from './username-hint.tsx';

const { password: words } = profileStrings;

export function PasswordCard() {
  const queries = useQueryClient();
  /** Counts changes: after one the fields begin anew, empty. */
  const [changes, setChanges] = useState(0);
  const change = useMutation({
    mutationFn: async (given: { current: string; next: string }) => {
      await account.changePassword(given.current, given.next);
      await refresh(queries, SESSIONS);
      setChanges((count) => count + 1);
      toast(words.saved);
    },
  });
  return (
    <Card title={words.title} lead={words.lead}>
      <Form key={changes} className="max-w-md" onSubmit={(values) => change.mutate({ current: values('current'), next: values('next') })}>
        <UsernameHint />
        <PasswordField label={words.current} name="current" autoComplete="current-password" required />
        <NewPasswordField label={words.next} hint={words.nextHint} name="next" error={fieldError(change.error, 'new_password')} />
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

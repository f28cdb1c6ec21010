import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { profileStrings } from '../../strings/profile.ts';
import { uiStrings } from '../../strings/ui.ts';
import { Button } from '../../ui/button.tsx';
import { DialogActions } from '../../ui/overlay/dialog.tsx';
import { Form } from '../../ui/form/form.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { UsernameHint } from './username-hint.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';

const { authenticator: words } = profileStrings;

interface PasswordAgainFormProps {
  readonly action: string;
  /** The code is empty where none is asked for. */
  readonly onSubmit: (password: string, code: string) => Promise<unknown>;
  readonly onCancel: () => void;
  readonly withCode?: boolean;
  readonly danger?: boolean;
  readonly children: ReactNode;
}

/** The password again, ahead of what a stolen session must not do. */
export function PasswordAgainForm({ action, onSubmit, onCancel, withCode = false, danger = false, children }: PasswordAgainFormProps) {
  const submit = useMutation({ mutationFn: (given: { password: string; code: string }) => onSubmit(given.password, given.code) });
  return (
    <Form onSubmit={(values) => submit.mutate({ password: values('password'), code: values('code') })}>
      {children}
      <UsernameHint />
      <PasswordField label={words.password} name="password" autoComplete="current-password" required />
      {withCode && (
        <TextField label={words.code} hint={words.eitherCode} name="code" autoComplete="one-time-code" maxLength={11} required />
      )}
      <FormError error={submit.error} />
      <DialogActions>
        <Button onClick={onCancel}>{uiStrings.cancel}</Button>
        <Button type="submit" look={danger ? 'danger' : 'primary'} busy={submit.isPending}>
          {action}
        </Button>
      </DialogActions>
    </Form>
  );
}

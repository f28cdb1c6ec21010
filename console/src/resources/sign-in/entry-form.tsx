import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { entryStrings } from '../../strings/entry.ts';
import { Button } from '../../ui/button.tsx';
import { Form, type FormValues } from '../../ui/form/form.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { NewPasswordField } from '../../ui/form/new-password-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';

interface EntryFormProps {
  readonly submit: string;
  /** What it rejects with is shown. */
  readonly onSubmit: (values: FormValues) => Promise<unknown>;
  /** The fields. */
  readonly children: ReactNode;
}

/** The form behind a link, with which somebody begins or comes back. */
export function EntryForm({ submit, onSubmit, children }: EntryFormProps) {
  const entry = useMutation({ mutationFn: onSubmit });
  return (
    <Form refusal={entry.error} onSubmit={entry.mutate}>
      {children}
      <FormError error={entry.error} />
      <Button type="submit" look="primary" busy={entry.isPending}>
        {submit}
      </Button>
    </Form>
  );
}

/** The value is the field `name`. */
export function OwnNameField({ label = entryStrings.name }: { readonly label?: string }) {
  return (
    <TextField
      label={label}
      name="name"
      autoComplete="name"
      maxLength={100}
      required
      autoFocus
      param="name"
    />
  );
}

interface ChosenPasswordFieldProps {
  /** Whose it will be, for what remembers passwords. */
  readonly email?: string;
  readonly label?: string;
  readonly hint?: string;
}

/** The value is the field `password`. */
export function ChosenPasswordField({
  email,
  label = entryStrings.password,
  hint = entryStrings.passwordHint,
}: ChosenPasswordFieldProps) {
  return (
    <>
      {email !== undefined && <input type="text" autoComplete="username" value={email} readOnly hidden />}
      <NewPasswordField label={label} hint={hint} name="password" param="password" />
    </>
  );
}

import { useMutation } from '@tanstack/react-query';
import type { InviteLink } from '@svc/contract';
import { links } from '../../api/sign-in.ts';
import { PublicPage } from '../../shell/public-page.tsx';
import { useEnter } from '../../shell/use-enter.ts';
import { entryStrings } from '../../strings/entry.ts';
import { shellStrings } from '../../strings/shell.ts';
import { Button } from '../../ui/button.tsx';
import { Form, type FormValues } from '../../ui/form/form.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { NewPasswordField } from '../../ui/form/new-password-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';

const { invite: words } = entryStrings;

export interface JoinProps {
  readonly token: string;
  readonly invite: InviteLink;
}

export function JoinWithNewAccount({ token, invite: { organization, email, role } }: JoinProps) {
  const enter = useEnter();
  const join = useMutation({
    mutationFn: async (values: FormValues) => {
      await links.acceptInviteLink({ token, name: values('name').trim(), password: values('password') });
      await enter();
    },
  });
  return (
    <PublicPage title={words.titleOf(organization)} lead={words.lead(email, shellStrings.roles[role])}>
      <Form refusal={join.error} onSubmit={join.mutate}>
        <TextField
          label={entryStrings.name}
          name="name"
          autoComplete="name"
          maxLength={100}
          required
          autoFocus
          param="name"
        />
        <input type="text" autoComplete="username" value={email} readOnly hidden />
        <NewPasswordField
          label={entryStrings.password}
          hint={entryStrings.passwordHint}
          name="password"
          param="password"
        />
        <FormError error={join.error} />
        <Button type="submit" look="primary" busy={join.isPending}>
          {words.submit}
        </Button>
      </Form>
    </PublicPage>
  );
}

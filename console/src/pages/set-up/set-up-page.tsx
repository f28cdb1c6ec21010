import { useMutation } from '@tanstack/react-query';
import { links } from '../../api/sign-in.ts';
import type { OwnerLink } from '@svc/contract';
import { LinkPage } from '../../shell/link-page.tsx';
import { PublicPage } from '../../shell/public-page.tsx';
import { useEnter } from '../../shell/use-enter.ts';
import { entryStrings } from '../../strings/entry.ts';
import { Button } from '../../ui/button.tsx';
import { Form, type FormValues } from '../../ui/form/form.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { NewPasswordField } from '../../ui/form/new-password-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';

const { setUp: words } = entryStrings;

/** Behind the link that the first start prints: name, email and password of the primary owner. */
export function SetUpPage() {
  return (
    <LinkPage title={words.title} read={links.readOwnerLink}>
      {(token, owner) => <SetUpForm token={token} owner={owner} />}
    </LinkPage>
  );
}

function SetUpForm({ token, owner }: { readonly token: string; readonly owner: OwnerLink }) {
  const enter = useEnter();
  const setUp = useMutation({
    mutationFn: async (values: FormValues) => {
      await links.setUpOwner({
        token,
        name: values('name').trim(),
        email: values('email').trim(),
        password: values('password'),
      });
      await enter();
    },
  });
  return (
    <PublicPage title={words.title} lead={words.organization(owner.organization)}>
      <Form refusal={setUp.error} onSubmit={setUp.mutate}>
        <TextField
          label={entryStrings.name}
          name="name"
          autoComplete="name"
          maxLength={100}
          required
          autoFocus
          param="name"
        />
        <TextField
          label={entryStrings.email}
          name="email"
          type="email"
          autoComplete="username"
          required
          param="email"
        />
        <NewPasswordField
          label={entryStrings.password}
          hint={entryStrings.passwordHint}
          name="password"
          param="password"
        />
        <FormError error={setUp.error} />
        <Button type="submit" look="primary" busy={setUp.isPending}>
          {words.submit}
        </Button>
      </Form>
    </PublicPage>
  );
}

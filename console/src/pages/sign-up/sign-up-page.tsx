import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { signUp } from '../../api/sign-up.ts';
import { PublicPage } from '../../shell/public-page.tsx';
import { entryStrings } from '../../strings/entry.ts';
import { signUpStrings as words } from '../../strings/sign-up.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Form } from '../../ui/form/form.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { WhileOpen, type SignUpMode } from './while-open.tsx';

/** Says the same whether or not the address has an account already. */
export function SignUpPage() {
  return <WhileOpen>{(mode) => <SignUpForm mode={mode} />}</WhileOpen>;
}

function SignUpForm({ mode }: { readonly mode: SignUpMode }) {
  const request = useMutation({
    mutationFn: async (body: Parameters<typeof signUp.request>[0]) => {
      await signUp.request(body);
      return body.email;
    },
  });
  return (
    <PublicPage title={words.title} lead={mode === 'approval' ? words.hints.approval : words.lead}>
      {request.data === undefined ? (
        <Form
          refusal={request.error}
          onSubmit={(values) =>
            request.mutate({
              email: values('email').trim(),
              name: values('name').trim(),
              organization_name: values('organization_name').trim(),
            })
          }
        >
          <SignUpFields mode={mode} />
          <FormError error={request.error} />
          <Button type="submit" look="primary" busy={request.isPending}>
            {words.submit}
          </Button>
        </Form>
      ) : (
        <Notice tone="good" alert>
          {words.sent(request.data)}
        </Notice>
      )}
      <Link to="/sign-in" className={buttonClass('quiet', 'mt-4 w-full')}>
        {words.haveAccount}
      </Link>
    </PublicPage>
  );
}

function SignUpFields({ mode }: { readonly mode: SignUpMode }) {
  return (
    <>
      <TextField
        label={entryStrings.email}
        hint={mode === 'domains' ? words.hints.domains : undefined}
        name="email"
        type="email"
        autoComplete="username"
        maxLength={254}
        required
        autoFocus
        param="email"
      />
      <TextField
        label={entryStrings.name}
        name="name"
        autoComplete="name"
        maxLength={100}
        required
        param="name"
      />
      <TextField
        label={words.organization}
        hint={words.organizationHint}
        name="organization_name"
        autoComplete="organization"
        maxLength={100}
        required
        param="organization_name"
      />
    </>
  );
}

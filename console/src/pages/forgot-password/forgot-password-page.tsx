import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { links } from '../../api/sign-in.ts';
import { PublicPage } from '../../shell/public-page.tsx';
import { entryStrings } from '../../strings/entry.ts';
import { DocsLink } from '../../ui/docs-link.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Form } from '../../ui/form/form.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextField } from '../../ui/form/text-field.tsx';

const { forgotten: words } = entryStrings;

/** Says the same whether or not there is such an account. */
export function ForgotPasswordPage() {
  const request = useMutation({ mutationFn: links.requestReset });
  return (
    <PublicPage
      title={words.title}
      lead={
        <>
          {words.lead} <DocsLink to="lockedOut" />
        </>
      }
    >
      <Form onSubmit={(values) => request.mutate(values('email').trim())}>
        <TextField
          label={entryStrings.email}
          name="email"
          type="email"
          autoComplete="username"
          required
          autoFocus
        />
        <FormError error={request.error} />
        {request.data && (
          <Notice tone={request.data.sends_mail ? 'good' : 'info'} alert>
            {request.data.sends_mail ? words.sent : words.held}
          </Notice>
        )}
        <Button type="submit" look="primary" busy={request.isPending}>
          {words.submit}
        </Button>
        <Link to="/sign-in" className={buttonClass('quiet')}>
          {entryStrings.toSignIn}
        </Link>
      </Form>
    </PublicPage>
  );
}

import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { operatorSignIn, pendingOperatorSignInOptions } from '../../api/operator-session.ts';
import { PublicPage } from '../../shell/public-page.tsx';
import { useEnterOperations } from '../../shell/use-enter-operations.ts';
import { operatorSignOnStrings } from '../../strings/operator-sign-on.ts';
import { AppToScan } from '../../ui/app-to-scan.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { CodeField } from '../../ui/form/code-field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';

const { code: words } = operatorSignOnStrings;

/** After the provider: the code of the authenticator app, which is set up at the first sign-in. */
export function CodeStep() {
  const { data, error } = useQuery(pendingOperatorSignInOptions);
  const uri = data?.authenticator_uri ?? null;
  return (
    <PublicPage title={uri === null ? words.title : words.setUpTitle} lead={data?.email}>
      <FormError error={error} />
      {!data && !error && <SkeletonLines lines={3} />}
      {data && <CodeForm uri={uri} />}
      <Link to="/operator/sign-in" className={buttonClass('quiet', 'mt-4 w-full')}>
        {words.again}
      </Link>
    </PublicPage>
  );
}

function CodeForm({ uri }: { readonly uri: string | null }) {
  const enter = useEnterOperations();
  const confirm = useMutation({
    mutationFn: async (code: string) => {
      await operatorSignIn.confirm(code);
      await enter();
    },
  });
  return (
    <Form onSubmit={(values) => confirm.mutate(values('code').trim())}>
      {uri !== null && <AppToScan uri={uri} words={words} />}
      <CodeField label={words.code} name="code" />
      <FormError error={confirm.error} />
      <Button type="submit" look="primary" busy={confirm.isPending}>
        {words.submit}
      </Button>
    </Form>
  );
}

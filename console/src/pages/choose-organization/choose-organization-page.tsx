import { useMutation, useQueryClient } from '@tanstack/react-query';
import { switchOrganization } from '../../api/session.ts';
import { rememberCsrfToken } from '../../api/console-api.ts';
import { PublicPage } from '../../shell/public-page.tsx';
import { useEnter } from '../../shell/use-enter.ts';
import { useSignOut } from '../../shell/use-sign-out.ts';
import { shellStrings } from '../../strings/shell.ts';
import { signInStrings } from '../../strings/sign-in.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { chooseOrganizationRoute } from './choose-organization-route.ts';

const { organizations: words } = signInStrings;

export function ChooseOrganizationPage() {
  const { organizations, csrf_token: csrfToken } = chooseOrganizationRoute.useLoaderData();
  const queries = useQueryClient();
  const enter = useEnter();
  const signOut = useSignOut();
  rememberCsrfToken(csrfToken);
  const choose = useMutation({
    mutationFn: async (id: string) => {
      await switchOrganization(queries, id);
      await enter();
    },
  });
  return (
    <PublicPage title={words.title} lead={organizations.length > 0 ? words.lead : words.none}>
      <div className="flex flex-col gap-2">
        {organizations.map(({ id, name, role }) => (
          <Button
            key={id}
            busy={choose.isPending}
            onClick={() => choose.mutate(id)}
            className="justify-between"
          >
            {name}
            <span className="font-normal text-quiet">{shellStrings.roles[role]}</span>
          </Button>
        ))}
        <FormError error={choose.error} />
        <Button look="quiet" onClick={() => void signOut()}>
          {shellStrings.signOut}
        </Button>
      </div>
    </PublicPage>
  );
}

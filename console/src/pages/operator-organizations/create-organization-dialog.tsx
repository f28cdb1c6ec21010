import { useNavigate } from '@tanstack/react-router';
import { createOrganization, MANAGED_ORGANIZATIONS } from '../../api/operator-organizations.ts';
import { operatorStrings } from '../../strings/operator.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { emptyAs } from '../../ui/form/rows/row.ts';
import { textRow } from '../../ui/form/rows/text-rows.tsx';

const { form: words } = operatorStrings.organizations;
const ROWS = {
  name: textRow({ label: words.name, maxLength: 100 }),
  plan: textRow({ label: words.plan, hint: words.planHint }),
  external_id: emptyAs(
    undefined,
    textRow({ label: words.externalId, hint: words.externalIdHint, maxLength: 100, optional: true }),
  ),
};

export function CreateOrganizationDialog({ onClose }: { readonly onClose: () => void }) {
  const navigate = useNavigate();
  const openPage = (organizationId: string) =>
    void navigate({ to: '/operator/organizations/$organizationId', params: { organizationId } });
  return (
    <FormDialog
      title={words.title}
      submit={words.submit}
      rows={ROWS}
      onSubmit={createOrganization}
      refreshes={[MANAGED_ORGANIZATIONS]}
      done={words.created}
      onClose={(made) => (made ? openPage(made.id) : onClose())}
    />
  );
}

import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { createOrganization, MANAGED_ORGANIZATIONS } from '../../api/operator-organizations.ts';
import { refresh } from '../../api/pages.ts';
import { operatorStrings } from '../../strings/operator.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import type { FormValues } from '../../ui/form/form.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { toast } from '../../ui/overlay/toast.tsx';

const { form: words } = operatorStrings.organizations;

export function CreateOrganizationDialog({ onClose }: { readonly onClose: () => void }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const create = async (values: FormValues) => {
    const externalId = values('external_id').trim();
    const { id } = await createOrganization({
      name: values('name').trim(),
      plan: values('plan').trim(),
      ...(externalId === '' ? {} : { external_id: externalId }),
    });
    await refresh(queries, MANAGED_ORGANIZATIONS);
    toast(words.created);
    await navigate({ to: '/operator/organizations/$organizationId', params: { organizationId: id } });
  };
  return (
    <FormDialog title={words.title} submit={words.submit} onClose={onClose} onSubmit={create}>
      <TextField label={words.name} name="name" maxLength={100} required param="name" />
      <TextField label={words.plan} hint={words.planHint} name="plan" required param="plan" />
      <TextField
        label={words.externalId}
        hint={words.externalIdHint}
        name="external_id"
        maxLength={100}
        optional
        param="external_id"
      />
    </FormDialog>
  );
}

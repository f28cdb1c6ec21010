import { useQueryClient } from '@tanstack/react-query';
import type { ManagedOrganization } from '@svc/contract';
import { fieldError } from '../../api/failure.ts';
import { MANAGED_ORGANIZATIONS, updateOrganization } from '../../api/operator-organizations.ts';
import { refresh } from '../../api/pages.ts';
import { operatorStrings } from '../../strings/operator.ts';
import { changesOf } from '../../ui/form/changes-of.ts';
import { CheckField } from '../../ui/form/check-field.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import type { FormValues } from '../../ui/form/form.tsx';
import { ValueOptions } from '../../ui/form/named-options.tsx';
import { SelectField, TextField } from '../../ui/form/text-field.tsx';
import { toast } from '../../ui/overlay/toast.tsx';

const { edit: words, billings } = operatorStrings.organization;

interface EditOrganizationDialogProps {
  readonly organization: ManagedOrganization;
  readonly onClose: () => void;
}

export function EditOrganizationDialog({ organization: one, onClose }: EditOrganizationDialogProps) {
  const queries = useQueryClient();
  const save = async (values: FormValues) => {
    const settings = {
      name: values('name').trim(),
      plan: values('plan').trim(),
      billing: values('billing') === 'active' ? ('active' as const) : ('inactive' as const),
      credits_enabled: values('credits') !== '',
      zero_data_retention: values('retention') !== '',
    };
    await updateOrganization(one.id, changesOf(one, settings));
    await refresh(queries, MANAGED_ORGANIZATIONS);
    toast(words.saved);
  };
  return (
    <FormDialog title={words.title} submit={words.submit} onClose={onClose} onSubmit={save}>
      {(error) => (
        <>
          <TextField
            label={words.name}
            name="name"
            defaultValue={one.name}
            maxLength={100}
            required
            error={fieldError(error, 'name')}
          />
          <TextField
            label={words.plan}
            name="plan"
            defaultValue={one.plan}
            required
            error={fieldError(error, 'plan')}
          />
          <SelectField label={words.billing} name="billing" defaultValue={one.billing}>
            <ValueOptions of={billings} />
          </SelectField>
          <CheckField label={words.credits} name="credits" defaultChecked={one.credits_enabled} />
          <CheckField label={words.retention} name="retention" defaultChecked={one.zero_data_retention} />
        </>
      )}
    </FormDialog>
  );
}

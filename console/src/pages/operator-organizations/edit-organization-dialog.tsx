import type { ManagedOrganization } from '@svc/contract';
import { MANAGED_ORGANIZATIONS, updateOrganization } from '../../api/operator-organizations.ts';
import { operatorStrings } from '../../strings/operator.ts';
import { changesOf } from '../../ui/form/changes-of.ts';
import { CheckField } from '../../ui/form/check-field.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import type { FormValues } from '../../ui/form/form.tsx';
import { ValueOptions } from '../../ui/form/named-options.tsx';
import { SelectField, TextField } from '../../ui/form/text-field.tsx';

const { edit: words, billings } = operatorStrings.organization;

interface EditOrganizationDialogProps {
  readonly organization: ManagedOrganization;
  readonly onClose: () => void;
}

export function EditOrganizationDialog({ organization: one, onClose }: EditOrganizationDialogProps) {
  const save = async (values: FormValues) => {
    const settings = {
      name: values('name').trim(),
      plan: values('plan').trim(),
      billing: values('billing') === 'active' ? ('active' as const) : ('inactive' as const),
      credits_enabled: values('credits') !== '',
      zero_data_retention: values('retention') !== '',
    };
    await updateOrganization(one.id, changesOf(one, settings));
  };
  return (
    <FormDialog
      refreshes={MANAGED_ORGANIZATIONS}
      done={words.saved}
      title={words.title}
      submit={words.submit}
      onClose={onClose}
      onSubmit={save}
    >
      <TextField
        label={words.name}
        name="name"
        defaultValue={one.name}
        maxLength={100}
        required
        param="name"
      />
      <TextField label={words.plan} name="plan" defaultValue={one.plan} required param="plan" />
      <SelectField label={words.billing} name="billing" defaultValue={one.billing}>
        <ValueOptions of={billings} />
      </SelectField>
      <CheckField label={words.credits} name="credits" defaultChecked={one.credits_enabled} />
      <CheckField label={words.retention} name="retention" defaultChecked={one.zero_data_retention} />
    </FormDialog>
  );
}

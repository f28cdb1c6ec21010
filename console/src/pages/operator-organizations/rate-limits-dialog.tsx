import type { ManagedOrganization, OrganizationTier } from '@svc/contract';
import { MANAGED_ORGANIZATIONS, updateOrganization } from '../../api/operator-organizations.ts';
import { operatorStrings } from '../../strings/operator.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import type { FormValues } from '../../ui/form/form.tsx';
import { ValueOptions } from '../../ui/form/named-options.tsx';
import { SelectField, TextField } from '../../ui/form/text-field.tsx';
import { LIMIT_NAMES, overridesOf } from '../../resources/limits/limit-overrides.ts';

const { edit: words, tiers } = operatorStrings.organization.limits;

interface RateLimitsDialogProps {
  readonly organization: ManagedOrganization;
  /** Those that answer conversations. */
  readonly models: readonly string[];
  readonly onClose: () => void;
}

/** Another tier than that of the plan, and limits of single models. An empty field leaves it to the tier. */
export function RateLimitsDialog({ organization: one, models, onClose }: RateLimitsDialogProps) {
  const save = async (values: FormValues) => {
    const tier = values('tier');
    await updateOrganization(one.id, {
      rate_tier: tier === '' ? null : (tier as OrganizationTier),
      rate_limits: overridesOf(models, values),
    });
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
      <p className="text-quiet">{words.lead}</p>
      <SelectField label={words.tier} name="tier" defaultValue={one.rate_tier ?? ''} param="rate_tier">
        <option value="">{words.ofPlan}</option>
        <ValueOptions of={tiers} />
      </SelectField>
      {models.map((model) => (
        <ModelFields key={model} model={model} own={one.rate_limits.find((limit) => limit.model === model)} />
      ))}
    </FormDialog>
  );
}

interface ModelFieldsProps {
  readonly model: string;
  readonly own: ManagedOrganization['rate_limits'][number] | undefined;
}

function ModelFields({ model, own }: ModelFieldsProps) {
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium break-words">{model}</legend>
      <div className="grid gap-3 sm:grid-cols-3">
        {LIMIT_NAMES.map((limit) => (
          <TextField
            key={limit}
            label={words.measures[limit]}
            name={`${limit} ${model}`}
            type="number"
            min={1}
            step={1}
            defaultValue={own?.[limit]}
          />
        ))}
      </div>
    </fieldset>
  );
}

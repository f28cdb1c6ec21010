import type { ManagedOrganization } from '@svc/contract';
import { MANAGED_ORGANIZATIONS, updateOrganization } from '../../api/operator-organizations.ts';
import { operatorStrings } from '../../strings/operator.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { selectRow } from '../../ui/form/rows/choice-rows.tsx';
import { emptyAs } from '../../ui/form/rows/row.ts';
import { TextField } from '../../ui/form/text-field.tsx';
import { LIMIT_NAMES, overridesOf } from '../../resources/limits/limit-overrides.ts';

const { edit: words, tiers } = operatorStrings.organization.limits;
const TIERS = { '': words.ofPlan, ...tiers };

interface RateLimitsDialogProps {
  readonly organization: ManagedOrganization;
  /** Those that answer conversations. */
  readonly models: readonly string[];
  readonly onClose: () => void;
}

/** Another tier than that of the plan, and limits of single models. An empty field leaves it to the tier. */
export function RateLimitsDialog({ organization: one, models, onClose }: RateLimitsDialogProps) {
  return (
    <FormDialog
      title={words.title}
      submit={words.submit}
      rows={{
        rate_tier: emptyAs(
          null,
          selectRow({ label: words.tier, names: TIERS, initial: one.rate_tier ?? '' }),
        ),
        rate_limits: {
          render: () => <OverrideFields models={models} own={one.rate_limits} />,
          read: (values) => overridesOf(models, values),
        },
      }}
      onSubmit={(settings) => updateOrganization(one.id, settings)}
      refreshes={[MANAGED_ORGANIZATIONS]}
      done={words.saved}
      onClose={onClose}
    >
      <p className="text-quiet">{words.lead}</p>
    </FormDialog>
  );
}

interface OverrideFieldsProps {
  readonly models: readonly string[];
  readonly own: ManagedOrganization['rate_limits'];
}

function OverrideFields({ models, own }: OverrideFieldsProps) {
  return models.map((model) => (
    <fieldset key={model}>
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
            defaultValue={own.find((override) => override.model === model)?.[limit]}
          />
        ))}
      </div>
    </fieldset>
  ));
}

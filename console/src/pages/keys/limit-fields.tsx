import type { RestrictionSettings } from '../../api/key-restrictions.ts';
import { keyStrings } from '../../strings/keys.ts';
import type { FormValues } from '../../ui/form/form.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { ModelsField, modelsOf } from './models-field.tsx';

const { limits: words } = keyStrings;
export const RATES = ['requests_per_minute', 'input_tokens_per_minute', 'output_tokens_per_minute'] as const;

/** The fields below, by the names that refusals give them. */
export const LIMIT_PARAMS = ['allowed_models', 'monthly_budget_usd', ...RATES];

interface LimitFieldsProps {
  readonly workspaceId: string;
  readonly limits?: RestrictionSettings;
  readonly areShown: boolean;
}

/** What a key may do less than its workspace. An empty field is no limit. */
export function LimitFields({ workspaceId, limits, areShown }: LimitFieldsProps) {
  return (
    <>
      <ModelsField
        // Each workspace has its own models.
        key={workspaceId}
        workspaceId={workspaceId}
        {...(limits ? { chosen: limits.allowed_models } : {})}
        isShown={areShown}
      />
      <TextField
        label={words.budget}
        hint={words.budgetHint}
        name="monthly_budget_usd"
        inputMode="decimal"
        autoComplete="off"
        placeholder={words.none}
        pattern="\d{1,7}(\.\d{1,9})?"
        title={words.budgetFormat}
        defaultValue={limits?.monthly_budget_usd ?? ''}
        param="monthly_budget_usd"
      />
      <div className="grid gap-4 sm:grid-cols-3">
        {RATES.map((name) => (
          <TextField
            key={name}
            label={words.rates[name]}
            name={name}
            type="number"
            min={1}
            step={1}
            autoComplete="off"
            placeholder={words.none}
            defaultValue={limits?.[name] ?? ''}
            param={name}
          />
        ))}
      </div>
    </>
  );
}

/** The settings in these fields. */
export function limitsOf(values: FormValues): Omit<RestrictionSettings, 'expires_at'> {
  const rateOf = (name: (typeof RATES)[number]) => (values(name) === '' ? null : Number(values(name)));
  const budget = values('monthly_budget_usd').trim();
  return {
    allowed_models: modelsOf(values),
    monthly_budget_usd: budget === '' ? null : budget,
    requests_per_minute: rateOf('requests_per_minute'),
    input_tokens_per_minute: rateOf('input_tokens_per_minute'),
    output_tokens_per_minute: rateOf('output_tokens_per_minute'),
  };
}

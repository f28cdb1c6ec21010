import type { RateLimitOverride } from '@svc/contract';
import type { FormValues } from '../../ui/form/form.tsx';

export const LIMIT_NAMES = [
  'requests_per_minute',
  'input_tokens_per_minute',
  'output_tokens_per_minute',
] as const;
export type LimitName = (typeof LIMIT_NAMES)[number];

/** What was typed, as the overrides it stands for. An empty field overrides nothing, and neither does a model without any. */
export function overridesOf(models: readonly string[], values: FormValues): RateLimitOverride[] {
  return models
    .map((model) => {
      const typed = LIMIT_NAMES.map((limit) => [limit, values(`${limit} ${model}`).trim()] as const).filter(
        ([, text]) => text !== '',
      );
      return { model, ...Object.fromEntries(typed.map(([limit, text]) => [limit, Number(text)])) };
    })
    .filter((override) => Object.keys(override).length > 1);
}

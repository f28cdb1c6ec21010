import type { ApiKeyCreation, ApiKeyRestrictionsUpdate } from '@svc/contract';
import { decimalToNanos, nanosToDecimal } from '#config';
import { NO_LIMIT, type KeyRestrictions } from '#exchange';
import { toTimestamp } from '#kit';

/** What a key may do less than its workspace, as it is stored: empty and null are no less. */
export interface StoredRestrictions {
  readonly allowed_models: string[];
  readonly monthly_budget_nanos: number | null;
  readonly requests_per_minute: number | null;
  readonly input_tokens_per_minute: number | null;
  readonly output_tokens_per_minute: number | null;
}

/** With the end of the key, which is changed with them. */
type StoredWithExpiry = StoredRestrictions & { readonly expires_at: number | null };

export const UNRESTRICTED: StoredRestrictions = {
  allowed_models: [],
  monthly_budget_nanos: null,
  requests_per_minute: null,
  input_tokens_per_minute: null,
  output_tokens_per_minute: null,
};

/** Null where nothing is restricted, so that the path of a call asks one question for all. */
export function compileRestrictions(
  key: StoredRestrictions & { readonly name: string },
): KeyRestrictions | null {
  const { allowed_models: models, monthly_budget_nanos: budget, requests_per_minute: requests } = key;
  const { input_tokens_per_minute: input, output_tokens_per_minute: output } = key;
  if (models.length === 0 && [budget, requests, input, output].every((limit) => limit === null)) return null;
  return {
    keyName: key.name,
    models: models.length === 0 ? null : new Set(models),
    hasBudget: budget !== null,
    requestsPerMinute: requests,
    tokensPerMinute:
      input === null && output === null
        ? null
        : { requests: NO_LIMIT, inputTokens: input ?? NO_LIMIT, outputTokens: output ?? NO_LIMIT },
  };
}

/** Of a row that holds more. */
export function restrictionColumns(key: StoredRestrictions): StoredRestrictions {
  return {
    allowed_models: key.allowed_models,
    monthly_budget_nanos: key.monthly_budget_nanos,
    requests_per_minute: key.requests_per_minute,
    input_tokens_per_minute: key.input_tokens_per_minute,
    output_tokens_per_minute: key.output_tokens_per_minute,
  };
}

/** Of a new key. */
export function restrictionsOf(creation: ApiKeyCreation): StoredRestrictions {
  const { expires_at: _, ...restrictions } = restrictionsAfter(
    { ...UNRESTRICTED, expires_at: null },
    creation,
  );
  return restrictions;
}

/** With what an update names in place of what was there. */
export function restrictionsAfter(
  before: StoredWithExpiry,
  { allowed_models: models, monthly_budget_usd: budget, ...update }: ApiKeyRestrictionsUpdate,
): StoredWithExpiry {
  const valueOf = (name: keyof typeof update): number | null => {
    const value = update[name];
    return value === undefined ? before[name] : value;
  };
  return {
    allowed_models: models ? [...new Set(models)] : before.allowed_models,
    monthly_budget_nanos: budget === undefined ? before.monthly_budget_nanos : toNanos(budget),
    requests_per_minute: valueOf('requests_per_minute'),
    input_tokens_per_minute: valueOf('input_tokens_per_minute'),
    output_tokens_per_minute: valueOf('output_tokens_per_minute'),
    expires_at: valueOf('expires_at'),
  };
}

function toNanos(budgetUsd: string | null): number | null {
  return budgetUsd === null ? null : decimalToNanos(budgetUsd);
}

/** By their public names and in public values, as answers and the audit log have them. */
export function publicRestrictions(key: StoredWithExpiry) {
  const { monthly_budget_nanos: budget, expires_at: expiresAtMs } = key;
  return {
    allowed_models: key.allowed_models,
    monthly_budget_usd: budget === null ? null : nanosToDecimal(budget),
    requests_per_minute: key.requests_per_minute,
    input_tokens_per_minute: key.input_tokens_per_minute,
    output_tokens_per_minute: key.output_tokens_per_minute,
    expires_at: expiresAtMs === null ? null : toTimestamp(expiresAtMs),
  };
}

import { z } from 'zod';
import { amount, instant, money, reference, timestamp } from '../administration/fields.ts';

const MAX_MODELS = 1000;
/** Beyond every limit that a deployment can have. */
const MAX_PER_MINUTE = 1_000_000_000;

const models = z.array(reference.max(200)).max(MAX_MODELS).describe('Replaces the list. Empty: any model.');
const budget = amount.nullable().describe('Maximum credit spend in a calendar month, UTC. Null: no budget.');
const perMinute = z.int().min(1).max(MAX_PER_MINUTE).nullable().describe('Null: no limit of its own.');

/** What a key may do less than its workspace (ADR 0087): no part of the platform contract, and of the Console's API only. */
export const ApiKeyRestrictions = z
  .object({
    type: z.literal('api_key_restrictions'),
    api_key_id: z.string(),
    allowed_models: z.array(z.string()).describe('Empty: any model.'),
    monthly_budget_usd: money.nullable(),
    spent_usd: money.describe(
      'Credit spend of this month. After a rotation with that of the key it replaces.',
    ),
    resets_at: timestamp,
    requests_per_minute: z.int().nullable(),
    input_tokens_per_minute: z.int().nullable(),
    output_tokens_per_minute: z.int().nullable(),
    expires_at: timestamp.nullable(),
  })
  .meta({ id: 'ApiKeyRestrictions' });
export type ApiKeyRestrictions = z.infer<typeof ApiKeyRestrictions>;

/** What a new key is made with. */
export const restrictionsOfNewKey = {
  allowed_models: models.default([]),
  monthly_budget_usd: budget.default(null),
  requests_per_minute: perMinute.default(null),
  input_tokens_per_minute: perMinute.default(null),
  output_tokens_per_minute: perMinute.default(null),
};

export const apiKeyRestrictionsUpdate = () =>
  z.strictObject({
    allowed_models: models.optional(),
    monthly_budget_usd: budget.optional(),
    requests_per_minute: perMinute.optional(),
    input_tokens_per_minute: perMinute.optional(),
    output_tokens_per_minute: perMinute.optional(),
    expires_at: instant.nullable().optional().describe('RFC 3339, in the future. Null: never.'),
  });
export type ApiKeyRestrictionsUpdate = z.output<ReturnType<typeof apiKeyRestrictionsUpdate>>;

import { z } from 'zod';
import { money, timestamp } from './fields.ts';

const perMinute = z.int().min(1).max(Number.MAX_SAFE_INTEGER);
const modelLimits = z.object({
  model: z.string(),
  requests_per_minute: perMinute,
  input_tokens_per_minute: perMinute,
  output_tokens_per_minute: perMinute,
});

export const rateTier = z.enum(['start', '1', '2', '3', '4', 'custom']);
export type OrganizationTier = z.infer<typeof rateTier>;

/** What a workspace set for itself below its organization's limits (platform contract §4.4), or an operator for an organization. */
export const rateLimitOverride = z.strictObject({
  model: z.string(),
  requests_per_minute: perMinute.optional(),
  input_tokens_per_minute: perMinute.optional(),
  output_tokens_per_minute: perMinute.optional(),
});
export type RateLimitOverride = z.output<typeof rateLimitOverride>;

/** Limits of the organization (platform contract §2.4). */
export const RateLimits = z
  .object({
    type: z.literal('rate_limits'),
    tier: rateTier,
    next_tier: z
      .object({
        tier: z.enum(['1', '2', '3', '4']),
        paid_to_date_required_usd: money,
        paid_to_date_usd: money,
        eligible_after: timestamp.nullable().describe('Null until something was paid.'),
      })
      .nullable(),
    data: z.array(modelLimits),
    other_limits: z.array(
      z.object({
        group: z.enum(['token_counting', 'files_batches_models', 'admin_api']),
        requests_per_minute: perMinute,
      }),
    ),
  })
  .meta({ id: 'RateLimits' });
export type RateLimits = z.infer<typeof RateLimits>;

/** Limits of a workspace (platform contract §2.4). */
export const WorkspaceRateLimits = z
  .object({
    type: z.literal('workspace_rate_limits'),
    workspace_id: z.string(),
    data: z.array(modelLimits).describe('The limits that apply: the lower of organization and workspace.'),
    overrides: z.array(rateLimitOverride),
  })
  .meta({ id: 'WorkspaceRateLimits' });
export type WorkspaceRateLimits = z.infer<typeof WorkspaceRateLimits>;

const MAX_OVERRIDES = 1000;

export const rateLimitReplacement = () =>
  z.strictObject({ overrides: z.array(rateLimitOverride).max(MAX_OVERRIDES) });

import { z } from 'zod';
import type { LimitValues } from '../../limits.ts';
import { amount, money, reference, timestamp } from './fields.ts';
import { pageQuery } from './page.ts';

const SCOPES = ['organization', 'workspace', 'member', 'group'] as const;

/** A monthly cap of credit spend (D-ADM-5). */
export const SpendLimit = z
  .object({
    id: z.string(),
    type: z.literal('spend_limit'),
    scope: z.object({
      type: z.enum(SCOPES),
      workspace_id: z.string().optional(),
      user_id: z.string().optional(),
      group_id: z.string().optional(),
    }),
    limit_usd: money,
    period: z.literal('month'),
    spent_usd: money,
    resets_at: timestamp,
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'SpendLimit' });
export type SpendLimit = z.infer<typeof SpendLimit>;

export function spendLimitQuery(limits: LimitValues) {
  return pageQuery(limits).extend({
    scope_type: z.enum(SCOPES).optional(),
    workspace_id: z.string().optional(),
    user_id: z.string().optional(),
  });
}
export type SpendLimitQuery = z.output<ReturnType<typeof spendLimitQuery>>;

/** Sets the limit of a scope, whether it had one or not. */
export const spendLimitSetting = () =>
  z.strictObject({
    scope: z.discriminatedUnion('type', [
      z.strictObject({ type: z.literal('organization') }),
      z.strictObject({ type: z.literal('workspace'), workspace_id: reference }),
      z.strictObject({ type: z.literal('member'), user_id: reference }),
      z.strictObject({ type: z.literal('group'), group_id: reference }),
    ]),
    limit_usd: amount,
    period: z.literal('month').optional(),
  });
export type SpendLimitSetting = z.output<ReturnType<typeof spendLimitSetting>>;

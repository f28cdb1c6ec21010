import { z } from 'zod';
import type { LimitValues } from '../../limits.ts';
import { ApiKey, apiKeyQuery } from '../administration/api-key.ts';
import { amount, money, timestamp } from '../administration/fields.ts';
import { pageQuery } from '../administration/page.ts';
import { Workspace } from '../administration/workspace.ts';

/** No count of what a workspace has goes further: a page must not wait for a table of any size. */
export const COUNTED_IN_WORKSPACES = 1000;

const count = z
  .int()
  .min(0)
  .max(COUNTED_IN_WORKSPACES)
  .describe(`Not counted beyond ${COUNTED_IN_WORKSPACES}, which stands for that many or more.`);

/** A workspace as the people who run the deployment see it. */
export const ManagedWorkspace = Workspace.omit({ description: true, allowed_ips: true })
  .extend({
    active_keys: count,
    members: count.describe(
      'People added to the workspace. Administrators act in every workspace without being added.',
    ),
    spent_usd: money.describe('Credit spend in this calendar month.'),
  })
  .meta({ id: 'ManagedWorkspace' });
export type ManagedWorkspace = z.infer<typeof ManagedWorkspace>;

const limit = z.int().min(1).nullable();

/** An inference key as the people who run the deployment see it: whose it is, its state and its limits. The secret is nowhere. */
export const ManagedKey = ApiKey.pick({
  id: true,
  type: true,
  name: true,
  kind: true,
  prefix: true,
  hint: true,
  status: true,
  workspace_id: true,
  created_by: true,
  expires_at: true,
  created_at: true,
  last_used_at: true,
  use_count: true,
})
  .extend({
    workspace_name: z.string(),
    allowed_models: z.array(z.string()).describe('Empty: any.'),
    monthly_budget_usd: money.nullable(),
    requests_per_minute: limit,
    input_tokens_per_minute: limit,
    output_tokens_per_minute: limit,
  })
  .meta({ id: 'ManagedKey' });
export type ManagedKey = z.infer<typeof ManagedKey>;

export function managedKeyQuery(limits: LimitValues) {
  const { status, workspace_id: workspaceId } = apiKeyQuery(limits).shape;
  return pageQuery(limits).extend({ status, workspace_id: workspaceId });
}
export type ManagedKeyQuery = z.output<ReturnType<typeof managedKeyQuery>>;

/** The monthly cap of credit spend of a whole organization. */
export const OrganizationSpendLimit = z
  .object({
    type: z.literal('organization_spend_limit'),
    organization_id: z.string(),
    limit_usd: money.nullable().describe('Null: none. Owners may change it.'),
    spent_usd: money.describe('Credit spend in this calendar month.'),
    resets_at: timestamp,
  })
  .meta({ id: 'OrganizationSpendLimit' });
export type OrganizationSpendLimit = z.infer<typeof OrganizationSpendLimit>;

export const organizationSpendLimitSetting = () =>
  z.strictObject({ limit_usd: amount.nullable().describe('Null removes the limit.') });
export type OrganizationSpendLimitSetting = z.output<ReturnType<typeof organizationSpendLimitSetting>>;

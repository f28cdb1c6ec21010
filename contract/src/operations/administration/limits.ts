import { deletion, listOf } from '../../schemas/administration/page.ts';
import {
  rateLimitReplacement,
  RateLimits,
  WorkspaceRateLimits,
} from '../../schemas/administration/rate-limits.ts';
import { SpendLimit, spendLimitQuery, spendLimitSetting } from '../../schemas/administration/spend-limit.ts';
import { administration } from './administration-operation.ts';

const WORKSPACE = '/v1/organizations/workspaces/{workspace_id}/rate_limits';
const SPEND = '/v1/organizations/spend_limits';
const NO_WORKSPACE = 'workspace_not_found';

/** Rate limits (platform contract §4.4) and spend limits (D-ADM-5). */
export const LIMIT_OPERATIONS = [
  administration({
    id: 'readRateLimits',
    method: 'GET',
    path: '/v1/organizations/rate_limits',
    summary: 'Read the tier and rate limits of the organization',
    permission: 'limits.read',
    response: RateLimits,
  }),
  administration({
    id: 'readWorkspaceRateLimits',
    method: 'GET',
    path: WORKSPACE,
    summary: 'Read the rate limits of a workspace',
    permission: 'workspaces.run',
    response: WorkspaceRateLimits,
    errors: [NO_WORKSPACE],
  }),
  administration({
    id: 'setWorkspaceRateLimits',
    method: 'PUT',
    path: WORKSPACE,
    summary: 'Set the rate limits of a workspace',
    permission: 'workspaces.run',
    body: rateLimitReplacement,
    response: WorkspaceRateLimits,
    errors: ['override_above_org_limit', 'unknown_model', NO_WORKSPACE, 'resource_conflict'],
  }),
  administration({
    id: 'clearWorkspaceRateLimits',
    method: 'DELETE',
    path: WORKSPACE,
    summary: 'Clear the rate limits of a workspace',
    permission: 'workspaces.run',
    response: WorkspaceRateLimits,
    errors: [NO_WORKSPACE, 'resource_conflict'],
  }),
  administration({
    id: 'listSpendLimits',
    method: 'GET',
    path: SPEND,
    summary: 'List spend limits',
    permission: 'spend_limits.manage',
    query: spendLimitQuery,
    response: listOf(SpendLimit),
  }),
  administration({
    id: 'setSpendLimit',
    method: 'POST',
    path: SPEND,
    summary: 'Set the spend limit of a scope',
    permission: 'spend_limits.manage',
    body: spendLimitSetting,
    response: SpendLimit,
    successStatuses: [200, 201],
    errors: ['role_required', NO_WORKSPACE, 'user_not_found', 'resource_conflict'],
  }),
  administration({
    id: 'readSpendLimit',
    method: 'GET',
    path: `${SPEND}/{spend_limit_id}`,
    summary: 'Read a spend limit',
    permission: 'spend_limits.manage',
    response: SpendLimit,
    errors: ['spend_limit_not_found'],
  }),
  administration({
    id: 'deleteSpendLimit',
    method: 'DELETE',
    path: `${SPEND}/{spend_limit_id}`,
    summary: 'Remove a spend limit',
    permission: 'spend_limits.manage',
    response: deletion('spend_limit'),
    errors: ['role_required', 'spend_limit_not_found', 'resource_conflict'],
  }),
] as const;

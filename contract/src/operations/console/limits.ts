import { LimitUse } from '../../schemas/console/limit-use.ts';
import { consoleOperation } from './console-operation.ts';

/** What is used of limits right now. */
export const CONSOLE_LIMIT_OPERATIONS = [
  consoleOperation({
    id: 'readLimitUse',
    method: 'GET',
    path: '/console/api/limit_use',
    summary: 'Read what is used of the limits of the organization',
    permission: 'limits.read',
    response: LimitUse,
    errors: ['plan_check_unavailable'],
  }),
  consoleOperation({
    id: 'readWorkspaceLimitUse',
    method: 'GET',
    path: '/console/api/workspaces/{workspace_id}/limit_use',
    summary: 'Read what is used of the limits that apply in a workspace',
    permission: 'workspace_limits.read',
    response: LimitUse,
    errors: ['workspace_not_found', 'plan_check_unavailable'],
  }),
] as const;

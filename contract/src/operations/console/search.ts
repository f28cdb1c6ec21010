import { ApiKey } from '../../schemas/administration/api-key.ts';
import { listOf } from '../../schemas/administration/page.ts';
import { User } from '../../schemas/administration/user.ts';
import { Workspace } from '../../schemas/administration/workspace.ts';
import {
  apiKeySearch,
  auditEventSearch,
  NamedAuditEvent,
  userSearch,
  workspaceSearch,
} from '../../schemas/console/search.ts';
import { consoleOperation } from './console-operation.ts';

const SEARCH = '/console/api/search';

/** Lists of the Admin API as people look through them: by words and in an order of their choice. */
export const SEARCH_OPERATIONS = [
  consoleOperation({
    id: 'searchApiKeys',
    method: 'GET',
    path: `${SEARCH}/api_keys`,
    summary: 'Search and sort inference keys',
    permission: 'api_keys.read',
    query: apiKeySearch,
    response: listOf(ApiKey),
  }),
  consoleOperation({
    id: 'searchUsers',
    method: 'GET',
    path: `${SEARCH}/users`,
    summary: 'Search and sort members',
    permission: 'members.manage',
    query: userSearch,
    response: listOf(User),
  }),
  consoleOperation({
    id: 'searchWorkspaces',
    method: 'GET',
    path: `${SEARCH}/workspaces`,
    summary: 'Search and sort workspaces',
    permission: 'workspaces.manage',
    query: workspaceSearch,
    response: listOf(Workspace),
  }),
  consoleOperation({
    id: 'searchAuditEvents',
    method: 'GET',
    path: `${SEARCH}/audit_events`,
    summary: 'Search audit events, with the names of what their ids stand for',
    permission: 'audit.read',
    query: auditEventSearch,
    response: listOf(NamedAuditEvent),
  }),
] as const;

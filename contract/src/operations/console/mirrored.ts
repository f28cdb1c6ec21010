import type { AdministrationOperation } from '../administration/administration-operation.ts';
import { ADMINISTRATION_OPERATIONS } from '../administration.ts';
import { mirroredErrors } from '../checked-operation.ts';
import type { PartlyPermission } from '../../permissions.ts';
import {
  consoleErrors,
  CONSOLE_ROOT,
  type ConsoleOperation,
  type ConsolePermission,
} from './console-operation.ts';

type AdministrationId = (typeof ADMINISTRATION_OPERATIONS)[number]['id'];

/** What a person needs for each operation of the Admin API. A new operation without a row does not compile. */
const MIRRORED_PERMISSIONS = {
  readOrganization: 'organization.manage',
  updateOrganization: 'organization.manage',
  listApiKeys: 'api_keys.read',
  readApiKey: 'api_keys.read',
  updateApiKey: 'api_keys.manage',
  listAdminKeys: 'admin_keys.manage',
  readAdminKey: 'admin_keys.manage',
  updateAdminKey: 'admin_keys.manage',
  createWorkspace: 'workspaces.manage',
  listWorkspaces: 'workspaces.manage',
  readWorkspace: 'workspaces.run',
  updateWorkspace: 'workspaces.run',
  archiveWorkspace: 'workspaces.manage',
  unarchiveWorkspace: 'workspaces.manage',
  listWorkspaceMembers: 'workspaces.run',
  addWorkspaceMember: 'workspaces.run',
  readWorkspaceMember: 'workspaces.run',
  updateWorkspaceMember: 'workspaces.run',
  removeWorkspaceMember: 'workspaces.run',
  listUsers: 'members.manage',
  readUser: 'members.manage',
  updateUser: 'members.manage',
  removeUser: 'members.manage',
  createInvite: 'members.manage',
  listInvites: 'members.manage',
  readInvite: 'members.manage',
  deleteInvite: 'members.manage',
  readRateLimits: 'limits.read',
  readWorkspaceRateLimits: 'workspaces.run',
  setWorkspaceRateLimits: 'workspaces.run',
  clearWorkspaceRateLimits: 'workspaces.run',
  listSpendLimits: 'spend_limits.manage',
  setSpendLimit: 'spend_limits.manage',
  readSpendLimit: 'spend_limits.manage',
  deleteSpendLimit: 'spend_limits.manage',
  listAuditEvents: 'audit.read',
  reportUsage: 'usage.read',
  reportCost: 'usage.read',
  reportCodeAnalytics: 'usage.read',
  createOrganizationWebhook: 'organization_webhooks.manage',
  listOrganizationWebhooks: 'organization_webhooks.manage',
  readOrganizationWebhook: 'organization_webhooks.manage',
  updateOrganizationWebhook: 'organization_webhooks.manage',
  deleteOrganizationWebhook: 'organization_webhooks.manage',
  rotateOrganizationWebhookSecret: 'organization_webhooks.manage',
  testOrganizationWebhook: 'organization_webhooks.manage',
  listOrganizationWebhookDeliveries: 'organization_webhooks.manage',
  readOrganizationWebhookDelivery: 'organization_webhooks.manage',
  redeliverOrganizationWebhook: 'organization_webhooks.manage',
  readInferenceHook: 'organization.manage',
  putInferenceHook: 'owners.manage',
  deleteInferenceHook: 'owners.manage',
  rotateInferenceHookSecret: 'owners.manage',
  testInferenceHook: 'organization.manage',
  createPlugin: 'plugins.manage',
  listPlugins: 'plugins.manage',
  readPlugin: 'plugins.manage',
  updatePlugin: 'plugins.manage',
} as const satisfies Readonly<Record<AdministrationId, ConsolePermission>>;

type PathOf<Id> = Extract<(typeof ADMINISTRATION_OPERATIONS)[number], { readonly id: Id }>['path'];

/**
 * Operations of the Admin API that a person may be given for a part of the organization, and whose path does not say which
 * workspace is meant: their answer must end where the person's roles do.
 */
export type PartlyMirroredId = {
  [Id in AdministrationId]: (typeof MIRRORED_PERMISSIONS)[Id] extends PartlyPermission
    ? PathOf<Id> extends `${string}{workspace_id}${string}`
      ? never
      : Id
    : never;
}[AdministrationId];

const ADMINISTRATION_ROOT = '/v1/organizations';

/** `/v1/organizations/X` is `/console/api/X`; the organization itself, `me` to a key, is `organization` to a person. */
function consolePath(path: string): string {
  const rest = path.slice(ADMINISTRATION_ROOT.length);
  return CONSOLE_ROOT + (rest === '/me' ? '/organization' : rest);
}

function mirror({ beta: _beta, ...operation }: AdministrationOperation & { readonly id: AdministrationId }) {
  return {
    ...operation,
    path: consolePath(operation.path),
    credential: 'console_session',
    tag: 'Console',
    browserAccess: 'console',
    permission: MIRRORED_PERMISSIONS[operation.id],
    errors: mirroredErrors(operation, consoleErrors),
  } satisfies ConsoleOperation;
}

/**
 * The Admin API for people (D-CONS-6): the same operations under the same ids, with the same schemas. Only the credential and
 * the rule of roles differ, so that a client of one works with the other.
 */
export const MIRRORED_ADMINISTRATION_OPERATIONS: readonly (ConsoleOperation & {
  readonly id: AdministrationId;
})[] = ADMINISTRATION_OPERATIONS.map(mirror);

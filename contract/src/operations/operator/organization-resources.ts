import { AdminKey } from '../../schemas/administration/admin-key.ts';
import { deletion, listOf, pageQuery } from '../../schemas/administration/page.ts';
import { SpendLimit } from '../../schemas/administration/spend-limit.ts';
import {
  ManagedKey,
  managedKeyQuery,
  ManagedWorkspace,
  OrganizationSpendLimit,
  organizationSpendLimitSetting,
} from '../../schemas/operator/organization-resources.ts';
import { operatorOperation } from './operator-operation.ts';

const ONE = '/operator/v1/organizations/{organization_id}';
const SPEND_LIMIT = `${ONE}/spend_limit`;
const MISSING = 'organization_not_found';

/** What an organization has: workspaces, keys and spend limits. */
export const OPERATOR_RESOURCE_OPERATIONS = [
  operatorOperation({
    id: 'listManagedWorkspaces',
    method: 'GET',
    path: `${ONE}/workspaces`,
    summary: 'List workspaces of an organization',
    query: pageQuery,
    response: listOf(ManagedWorkspace),
    errors: [MISSING],
  }),
  operatorOperation({
    id: 'listManagedKeys',
    method: 'GET',
    path: `${ONE}/keys`,
    summary: 'List inference keys of an organization',
    query: managedKeyQuery,
    response: listOf(ManagedKey),
    errors: [MISSING],
  }),
  operatorOperation({
    id: 'revokeManagedKey',
    method: 'POST',
    path: `${ONE}/keys/{api_key_id}/revoke`,
    summary: 'Revoke an inference key of an organization',
    response: ManagedKey,
    errors: [MISSING, 'api_key_not_found'],
  }),
  operatorOperation({
    id: 'listManagedAdminKeys',
    method: 'GET',
    path: `${ONE}/admin_keys`,
    summary: 'List admin keys of an organization',
    query: pageQuery,
    response: listOf(AdminKey),
    errors: [MISSING],
  }),
  operatorOperation({
    id: 'revokeManagedAdminKey',
    method: 'POST',
    path: `${ONE}/admin_keys/{key_id}/revoke`,
    summary: 'Revoke an admin key of an organization',
    response: deletion('admin_key'),
    errors: [MISSING, 'admin_key_not_found'],
  }),
  operatorOperation({
    id: 'listManagedSpendLimits',
    method: 'GET',
    path: `${ONE}/spend_limits`,
    summary: 'List spend limits of an organization and of its parts',
    query: pageQuery,
    response: listOf(SpendLimit),
    errors: [MISSING],
  }),
  operatorOperation({
    id: 'readOrganizationSpendLimit',
    method: 'GET',
    path: SPEND_LIMIT,
    summary: 'Read the spend limit of a whole organization',
    response: OrganizationSpendLimit,
    errors: [MISSING],
  }),
  operatorOperation({
    id: 'setOrganizationSpendLimit',
    method: 'PUT',
    path: SPEND_LIMIT,
    summary: 'Set or remove the spend limit of a whole organization',
    body: organizationSpendLimitSetting,
    readOnly: Object.keys(OrganizationSpendLimit.shape),
    response: OrganizationSpendLimit,
    errors: [MISSING],
  }),
] as const;

import { AdminKey, adminKeyUpdate } from '../../schemas/administration/admin-key.ts';
import { ApiKey, apiKeyQuery, apiKeyUpdate } from '../../schemas/administration/api-key.ts';
import { listOf, pageQuery } from '../../schemas/administration/page.ts';
import { administration } from './administration-operation.ts';

/** What callers might take for the name of a secret in a body. */
const SECRET_FIELDS = ['secret', 'key', 'fingerprint'];

/** Platform contract §4.1 and §4.2. Keys are made and revoked in the Console only. */
export const KEY_OPERATIONS = [
  administration({
    id: 'listApiKeys',
    method: 'GET',
    path: '/v1/organizations/api_keys',
    summary: 'List inference keys',
    permission: 'api_keys.read',
    query: apiKeyQuery,
    response: listOf(ApiKey),
  }),
  administration({
    id: 'readApiKey',
    method: 'GET',
    path: '/v1/organizations/api_keys/{api_key_id}',
    summary: 'Read an inference key',
    permission: 'api_keys.read',
    response: ApiKey,
    errors: ['api_key_not_found'],
  }),
  administration({
    id: 'updateApiKey',
    method: 'PATCH',
    path: '/v1/organizations/api_keys/{api_key_id}',
    summary: 'Update an inference key: name, status or restrictions',
    permission: 'api_keys.manage',
    body: apiKeyUpdate,
    readOnly: [...Object.keys(ApiKey.shape), ...SECRET_FIELDS],
    response: ApiKey,
    errors: ['api_key_not_found', 'key_revoked'],
  }),
  administration({
    id: 'listAdminKeys',
    method: 'GET',
    path: '/v1/organizations/admin_keys',
    summary: 'List admin keys',
    permission: 'admin_keys.manage',
    query: pageQuery,
    response: listOf(AdminKey),
  }),
  administration({
    id: 'readAdminKey',
    method: 'GET',
    path: '/v1/organizations/admin_keys/{key_id}',
    summary: 'Read an admin key',
    permission: 'admin_keys.manage',
    response: AdminKey,
    errors: ['admin_key_not_found'],
  }),
  administration({
    id: 'updateAdminKey',
    method: 'PATCH',
    path: '/v1/organizations/admin_keys/{key_id}',
    summary: 'Update an admin key: name, status or restrictions',
    permission: 'admin_keys.manage',
    body: adminKeyUpdate,
    readOnly: [...Object.keys(AdminKey.shape), ...SECRET_FIELDS],
    response: AdminKey,
    errors: ['admin_key_not_found'],
  }),
] as const;

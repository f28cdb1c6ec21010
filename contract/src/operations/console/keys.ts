import { AdminKey } from '../../schemas/administration/admin-key.ts';
import { ApiKey } from '../../schemas/administration/api-key.ts';
import { deletion } from '../../schemas/administration/page.ts';
import { ApiKeyRestrictions, apiKeyRestrictionsUpdate } from '../../schemas/console/key-restrictions.ts';
import {
  adminKeyCreation,
  adminKeyRevocation,
  apiKeyCreation,
  apiKeyRotation,
  ApiKeyUpdateResults,
  apiKeyUpdates,
  NewAdminKey,
  NewApiKey,
} from '../../schemas/console/keys.ts';
import { consoleOperation } from './console-operation.ts';

const API_KEYS = '/console/api/api_keys';
const ADMIN_KEYS = '/console/api/admin_keys';

/** Keys are made and revoked here and nowhere else (platform contract §5.1, §5.2 and §5.5). */
export const CONSOLE_KEY_OPERATIONS = [
  consoleOperation({
    id: 'createApiKey',
    method: 'POST',
    path: API_KEYS,
    summary: 'Create an inference key',
    permission: 'api_keys.create',
    body: apiKeyCreation,
    readOnly: Object.keys(NewApiKey.shape),
    response: NewApiKey,
    successStatuses: [201],
    errors: ['workspace_not_found', 'unknown_model'],
  }),
  consoleOperation({
    id: 'rotateApiKey',
    method: 'POST',
    path: `${API_KEYS}/{api_key_id}/rotate`,
    summary: 'Create a replacement for an inference key; the key itself keeps working',
    permission: 'api_keys.manage',
    body: apiKeyRotation,
    readOnly: Object.keys(NewApiKey.shape),
    response: NewApiKey,
    successStatuses: [201],
    errors: ['api_key_not_found', 'key_revoked'],
  }),
  consoleOperation({
    id: 'revokeApiKey',
    method: 'POST',
    path: `${API_KEYS}/{api_key_id}/revoke`,
    summary: 'Revoke an inference key permanently',
    permission: 'api_keys.manage',
    response: ApiKey,
    errors: ['api_key_not_found'],
  }),
  consoleOperation({
    id: 'updateApiKeys',
    method: 'POST',
    path: '/console/api/bulk/api_keys',
    summary: 'Activate, deactivate or revoke many inference keys',
    permission: 'api_keys.manage',
    body: apiKeyUpdates,
    response: ApiKeyUpdateResults,
  }),
  consoleOperation({
    id: 'readApiKeyRestrictions',
    method: 'GET',
    path: `${API_KEYS}/{api_key_id}/restrictions`,
    summary: 'Read the models, budget and rates of an inference key',
    permission: 'api_keys.read',
    response: ApiKeyRestrictions,
    errors: ['api_key_not_found'],
  }),
  consoleOperation({
    id: 'updateApiKeyRestrictions',
    method: 'PATCH',
    path: `${API_KEYS}/{api_key_id}/restrictions`,
    summary: 'Update the models, budget, rates or expiry of an inference key',
    permission: 'api_keys.manage',
    body: apiKeyRestrictionsUpdate,
    readOnly: Object.keys(ApiKeyRestrictions.shape),
    response: ApiKeyRestrictions,
    errors: ['api_key_not_found', 'key_revoked', 'unknown_model'],
  }),
  consoleOperation({
    id: 'createAdminKey',
    method: 'POST',
    path: ADMIN_KEYS,
    summary: 'Create an admin key',
    permission: 'admin_keys.manage',
    needsSecondFactor: true,
    body: adminKeyCreation,
    readOnly: Object.keys(NewAdminKey.shape),
    response: NewAdminKey,
    successStatuses: [201],
  }),
  consoleOperation({
    id: 'revokeAdminKey',
    method: 'POST',
    path: `${ADMIN_KEYS}/{key_id}/revoke`,
    summary: 'Revoke an admin key permanently',
    permission: 'admin_keys.manage',
    needsSecondFactor: true,
    body: adminKeyRevocation,
    readOnly: Object.keys(AdminKey.shape),
    response: deletion('admin_key'),
    errors: ['admin_key_not_found'],
  }),
] as const;

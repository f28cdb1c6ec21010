import { limit } from '../limits/limit.ts';
import { API_KEY_ID } from '../reference/objects/ids.ts';
import { OFFICERS, MANAGED_BY_DEVELOPERS } from './grants.ts';
import type { Resource } from './resource.ts';

/** Inference keys (platform contract §2.1). */
export const API_KEY = {
  type: 'api_key',
  kind: 'API key',
  ids: { apiKey: 'apikey_' },
  errors: {
    api_key_not_found: {
      status: 404,
      when: 'The organization has no such key.',
      message: 'No API key with this id exists in the organization. List the keys to find its id.',
    },
    key_revoked: {
      status: 409,
      when: 'A change of a key that is revoked or expired.',
      message: 'A revoked or expired key cannot be changed. Create a new key.',
    },
  },
  permissions: {
    'api_keys.read': {
      words: 'View inference keys',
      roles: { ...OFFICERS, developer: 'own' },
      workspaceRoles: { workspace_admin: 'all', workspace_developer: 'own' },
    },
    'api_keys.manage': {
      words: 'Change, rotate and revoke inference keys',
      roles: { ...OFFICERS, developer: 'own' },
      workspaceRoles: { workspace_admin: 'all', workspace_developer: 'own' },
    },
    'api_keys.create': { words: 'Create inference keys', ...MANAGED_BY_DEVELOPERS },
  },
  audit: {
    keys: {
      'api_key.created': 'API key created',
      'api_key.updated': 'API key changed',
      'api_key.revoked': 'API key revoked',
      'api_key.ip_denied': 'API key refused by address',
    },
  },
  limits: {
    key_name_characters: limit(100, 'Maximum length of the name of a key.'),
    key_usage_update_s: limit(60, 'Maximum delay until the time of last use that a key shows is updated.'),
    allowed_origins: limit(100, 'Maximum entries of an origin allowlist.'),
    allowed_ips: limit(100, 'Maximum entries of an IP allowlist.'),
    allowed_ipv4_prefix_min_bits: limit(8, 'Minimum prefix length of IPv4 ranges in an allowlist.'),
    allowed_ipv6_prefix_min_bits: limit(32, 'Minimum prefix length of IPv6 ranges in an allowlist.'),
  },
  pathParameters: {
    api_key_id: { description: 'Id of an inference key.', example: API_KEY_ID },
  },
} as const satisfies Resource;

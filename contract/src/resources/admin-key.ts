import { limit } from '../limits/limit.ts';
import { ADMIN_KEY_ID } from '../reference/objects/ids.ts';
import { OFFICERS } from './grants.ts';
import type { Resource } from './resource.ts';

/** Keys to the Admin API (platform contract §2.2). */
export const ADMIN_KEY = {
  type: 'admin_key',
  kind: 'Admin key',
  ids: { adminKey: 'adminkey_' },
  errors: {
    admin_key_not_found: {
      status: 404,
      when: 'The organization has no such admin key.',
      message: 'No admin key with this id exists in the organization. List the admin keys to find its id.',
    },
    admin_key_owner_ineligible: {
      status: 403,
      when: 'The creator of the admin key is no longer an owner or administrator.',
      message:
        'The creator of this admin key is no longer an owner or administrator. Ask one of them to create a new admin key.',
    },
  },
  permissions: {
    'admin_keys.manage': { words: 'Manage admin keys', roles: OFFICERS },
  },
  audit: {
    admin: {
      'admin_key.created': 'Admin key created',
      'admin_key.updated': 'Admin key changed',
      'admin_key.revoked': 'Admin key revoked',
      'admin_api.request': 'Admin API request',
    },
  },
  limits: {
    admin_role_cache_s: limit(60, "Maximum delay until a changed role of an admin key's creator applies."),
  },
  pathParameters: {
    key_id: { description: 'Id of an admin key.', example: ADMIN_KEY_ID },
  },
} as const satisfies Resource;

import { ApiError, type AdminKey } from '@svc/contract';
import { isWellFormedId, listPage, type ListBody, type PageQuery } from '#features/listing';
import { toTimestamp } from '#kit';
import type { OrganizationScope } from '#store';
import {
  findAdminKey,
  findAdminKeyPage,
  type AdministeredAdminKey,
} from './store/administered-admin-keys.ts';

/** Admin keys of the organization (platform contract §4.2). */
export function listAdminKeys(scope: OrganizationScope, query: PageQuery): Promise<ListBody> {
  return listPage(query, {
    read: (page) => findAdminKeyPage(scope, page),
    hasPlace: isWellFormedId('adminKey'),
    toItem: toAdminKey,
    idOf: ({ id }) => id,
  });
}

export async function readAdminKey(scope: OrganizationScope, id: string): Promise<AdminKey> {
  return toAdminKey(await requireAdminKey(scope, id, { lock: false }));
}

export async function requireAdminKey(
  scope: OrganizationScope,
  id: string,
  options: { readonly lock: boolean },
): Promise<AdministeredAdminKey> {
  const key = await findAdminKey(scope, id, options);
  if (!key) throw new ApiError('admin_key_not_found');
  return key;
}

function toAdminKey(key: AdministeredAdminKey): AdminKey {
  return {
    id: key.id,
    type: 'admin_key',
    name: key.name,
    prefix: key.prefix,
    status: key.status === 'active' ? 'active' : 'inactive',
    created_by: {
      id: key.created_by,
      email: key.email,
      role: key.member_status === 'removed' ? null : key.member_role,
    },
    allowed_ips: key.allowed_ips,
    created_at: toTimestamp(key.created_at),
    last_used_at: key.last_used_at === null ? null : toTimestamp(key.last_used_at),
  };
}

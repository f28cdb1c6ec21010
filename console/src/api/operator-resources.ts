import { queryOptions } from '@tanstack/react-query';
import type { AdminKey, ManagedKey, ManagedWorkspace, SpendLimit } from '@svc/contract';
import type { KeyStatusFilter } from './api-keys.ts';
import { MANAGED_ORGANIZATIONS } from './operator-organizations.ts';
import { operatorCall } from './operator-session.ts';
import { listOptions } from './pages.ts';

const one = (id: string) => ({ organization_id: id });

export const managedWorkspaceList = (id: string) =>
  listOptions<ManagedWorkspace>([...MANAGED_ORGANIZATIONS, 'workspaces', id], (query, options) =>
    operatorCall('listManagedWorkspaces', { path: one(id), query, ...options }),
  );

export const managedKeyList = (id: string, status: KeyStatusFilter) =>
  listOptions<ManagedKey>([...MANAGED_ORGANIZATIONS, 'keys', id, status], (page, options) =>
    operatorCall('listManagedKeys', { path: one(id), query: { ...page, status }, ...options }),
  );

export const managedAdminKeyList = (id: string) =>
  listOptions<AdminKey>([...MANAGED_ORGANIZATIONS, 'admin-keys', id], (query, options) =>
    operatorCall('listManagedAdminKeys', { path: one(id), query, ...options }),
  );

/** Of either kind: each has a list of its own. */
export const revokeManagedKey = (id: string, key: Pick<ManagedKey | AdminKey, 'id' | 'type'>) =>
  key.type === 'api_key'
    ? operatorCall('revokeManagedKey', { path: { ...one(id), api_key_id: key.id } })
    : operatorCall('revokeManagedAdminKey', { path: { ...one(id), key_id: key.id } });

export const managedSpendLimitList = (id: string) =>
  listOptions<SpendLimit>([...MANAGED_ORGANIZATIONS, 'spend-limits', id], (query, options) =>
    operatorCall('listManagedSpendLimits', { path: one(id), query, ...options }),
  );

export const managedSpendLimitOptions = (id: string) =>
  queryOptions({
    queryKey: [...MANAGED_ORGANIZATIONS, 'spend-limit', id],
    queryFn: ({ signal }) => operatorCall('readOrganizationSpendLimit', { path: one(id), signal }),
  });

/** Null removes it. */
export const setSpendLimit = (id: string, limitUsd: string | null) =>
  operatorCall('setOrganizationSpendLimit', { path: one(id), body: { limit_usd: limitUsd } });

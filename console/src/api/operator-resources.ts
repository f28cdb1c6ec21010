import { queryOptions } from '@tanstack/react-query';
import type {
  AdminKey,
  ManagedKey,
  ManagedWorkspace,
  OrganizationSpendLimit,
  SpendLimit,
} from '@svc/contract';
import type { KeyStatusFilter } from './api-keys.ts';
import { MANAGED_ORGANIZATIONS } from './operator-organizations.ts';
import { operatorCall } from './operator-session.ts';
import { listOptions } from './pages.ts';

const one = (id: string) => `/organizations/${encodeURIComponent(id)}`;

export const managedWorkspaceList = (id: string) =>
  listOptions<ManagedWorkspace>([...MANAGED_ORGANIZATIONS, 'workspaces', id], (page, { signal }) =>
    operatorCall('GET', `${one(id)}/workspaces`, { query: { ...page }, signal }),
  );

export const managedKeyList = (id: string, status: KeyStatusFilter) =>
  listOptions<ManagedKey>([...MANAGED_ORGANIZATIONS, 'keys', id, status], (page, { signal }) =>
    operatorCall('GET', `${one(id)}/keys`, { query: { ...page, status }, signal }),
  );

export const managedAdminKeyList = (id: string) =>
  listOptions<AdminKey>([...MANAGED_ORGANIZATIONS, 'admin-keys', id], (page, { signal }) =>
    operatorCall('GET', `${one(id)}/admin_keys`, { query: { ...page }, signal }),
  );

/** Of either kind: each has a list of its own. */
export const revokeManagedKey = (id: string, key: Pick<ManagedKey | AdminKey, 'id' | 'type'>) =>
  operatorCall<object>(
    'POST',
    `${one(id)}/${key.type === 'api_key' ? 'keys' : 'admin_keys'}/${encodeURIComponent(key.id)}/revoke`,
  );

export const managedSpendLimitList = (id: string) =>
  listOptions<SpendLimit>([...MANAGED_ORGANIZATIONS, 'spend-limits', id], (page, { signal }) =>
    operatorCall('GET', `${one(id)}/spend_limits`, { query: { ...page }, signal }),
  );

export const managedSpendLimitOptions = (id: string) =>
  queryOptions({
    queryKey: [...MANAGED_ORGANIZATIONS, 'spend-limit', id],
    queryFn: ({ signal }) =>
      operatorCall<OrganizationSpendLimit>('GET', `${one(id)}/spend_limit`, { signal }),
  });

/** Null removes it. */
export const setSpendLimit = (id: string, limitUsd: string | null) =>
  operatorCall<OrganizationSpendLimit>('PUT', `${one(id)}/spend_limit`, { body: { limit_usd: limitUsd } });

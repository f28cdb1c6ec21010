import { queryOptions } from '@tanstack/react-query';
import type { AdminKey, AdminKeyCreation, NewAdminKey } from '@svc/contract';
import { admin, call } from './console-api.ts';
import { listOptions, readWhole } from './pages.ts';

/** Prefix of everything about admin keys in the cache. */
export const ADMIN_KEYS = ['admin-keys'] as const;

export const adminKeyList = () =>
  listOptions<AdminKey>(ADMIN_KEYS, (page, options) => admin.listAdminKeys(page, options));

/** All of them, revoked ones too: whose events are looked for. */
export const adminKeyChoicesOptions = queryOptions({
  queryKey: [...ADMIN_KEYS, 'choices'],
  queryFn: ({ signal }) =>
    readWhole<AdminKey>((page, options) => admin.listAdminKeys(page, options), { signal }),
});

/** Making and revoking take a fresh code of the authenticator app (D-CONS-2). */
export const createAdminKey = (body: AdminKeyCreation) => call<NewAdminKey>('POST', '/admin_keys', { body });

export const revokeAdminKey = (id: string, totp: string) =>
  call('POST', `/admin_keys/${encodeURIComponent(id)}/revoke`, { body: { totp } });

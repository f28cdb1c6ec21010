import { queryOptions } from '@tanstack/react-query';
import type { AdminKey, AdminKeyCreation } from '@svc/contract';
import { call } from './console-api.ts';
import { listOptions, readWhole } from './pages.ts';

/** Prefix of everything about admin keys in the cache. */
export const ADMIN_KEYS = ['admin-keys'] as const;

export const adminKeyList = () =>
  listOptions<AdminKey>(ADMIN_KEYS, (query, options) => call('listAdminKeys', { query, ...options }));

/** All of them, revoked ones too: whose events are looked for. */
export const adminKeyChoicesOptions = queryOptions({
  queryKey: [...ADMIN_KEYS, 'choices'],
  queryFn: ({ signal }) =>
    readWhole<AdminKey>((query, options) => call('listAdminKeys', { query, ...options }), { signal }),
});

/** Making and revoking take a fresh code of the authenticator app (D-CONS-2). */
export const createAdminKey = (body: AdminKeyCreation) => call('createAdminKey', { body });

export const revokeAdminKey = (id: string, totp: string) =>
  call('revokeAdminKey', { path: { key_id: id }, body: { totp } });

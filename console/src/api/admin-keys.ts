import type { AdminKey, AdminKeyCreation, NewAdminKey } from '@svc/contract';
import { admin, call } from './console-api.ts';
import { listOptions } from './pages.ts';

/** Prefix of everything about admin keys in the cache. */
export const ADMIN_KEYS = ['admin-keys'] as const;

export const adminKeyList = () =>
  listOptions<AdminKey>(ADMIN_KEYS, (page, options) => admin.listAdminKeys(page, options));

/** Making and revoking take a fresh code of the authenticator app (D-CONS-2). */
export const createAdminKey = (body: AdminKeyCreation) => call<NewAdminKey>('POST', '/admin_keys', { body });

export const revokeAdminKey = (id: string, totp: string) =>
  call('POST', `/admin_keys/${encodeURIComponent(id)}/revoke`, { body: { totp } });

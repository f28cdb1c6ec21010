import type { Kysely } from 'kysely';
import { fingerprintBytes } from '#kit';
import type { Tables } from '#store';
import type { KeyStatus } from './stored-keys.ts';

export type KeyInsert = Omit<
  Tables['api_keys'],
  | 'fingerprint'
  | 'status'
  | 'allowed_origins'
  | 'allowed_ips'
  | 'use_count'
  | 'allowed_models'
  | 'carried_nanos'
> & {
  readonly fingerprint: string;
  readonly status: KeyStatus;
  readonly allowed_origins: readonly string[];
  readonly allowed_ips: readonly string[];
  readonly allowed_models: string[];
  readonly carried_nanos: number;
};

export async function insertKey(
  db: Kysely<Tables>,
  { allowed_origins, allowed_ips, ...key }: KeyInsert,
): Promise<void> {
  const lists = { allowed_origins: [...allowed_origins], allowed_ips: [...allowed_ips] };
  await db
    .insertInto('api_keys')
    .values({ ...key, ...lists, fingerprint: fingerprintBytes(key.fingerprint) })
    .execute();
}

export type AdminKeyInsert = Omit<Tables['admin_keys'], 'fingerprint' | 'status' | 'allowed_ips'> & {
  readonly fingerprint: string;
  readonly allowed_ips: readonly string[];
};

export async function insertAdminKey(db: Kysely<Tables>, key: AdminKeyInsert): Promise<void> {
  await db
    .insertInto('admin_keys')
    .values({ ...key, allowed_ips: [...key.allowed_ips], fingerprint: fingerprintBytes(key.fingerprint) })
    .execute();
}

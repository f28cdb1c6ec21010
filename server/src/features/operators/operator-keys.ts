import type { Kysely } from 'kysely';
import { ApiError, type NewOperatorKey, type OperatorKey, type OperatorRole } from '@svc/contract';
import { isWellFormedId, listPage, type ListBody, type PageQuery } from '#features/listing';
import {
  acceptEntries,
  compileIpAllowlist,
  fingerprint,
  fingerprintBytes,
  MINUTE_MS,
  newId,
  newSecret,
  normalizeIpEntry,
  toTimestamp,
} from '#kit';
import type { OperatorCaller } from '#exchange';
import type { Tables } from '#store';
import {
  findKeyByFingerprint,
  findOperatorKey,
  findOperatorKeys,
  insertOperatorKey,
  noteKeyUse,
  setKeyRevoked,
  type StoredOperatorKey,
} from './store/keys.ts';

/** Enough of a secret to recognise a leaked one by. */
const PREFIX_LENGTH = 12;

export interface OperatorKeySettings {
  readonly name: string;
  readonly role: OperatorRole;
  readonly allowed_ips: readonly string[];
}

/** Makes a key. Its secret is in this answer and nowhere else. Throws 400 for an address that is none. */
export async function issueOperatorKey(
  db: Kysely<Tables>,
  { name, role, allowed_ips: given }: OperatorKeySettings,
  createdBy: string | null,
  nowMs: number,
): Promise<NewOperatorKey> {
  const secret = newSecret('sk_op_').reveal();
  const id = newId('operkey_', nowMs);
  const key = {
    id,
    name,
    role,
    prefix: secret.slice(0, PREFIX_LENGTH),
    allowed_ips: acceptEntries(given, 'allowed_ips', normalizeIpEntry) ?? [],
    created_by: createdBy,
  };
  await insertOperatorKey(db, { ...key, fingerprint: fingerprintBytes(fingerprint(secret)) }, nowMs);
  return { ...toOperatorKey({ ...key, created_at: nowMs, used_at: null }), secret };
}

/** A missing one, and one that was revoked, is 404 `operator_key_not_found`. */
export async function revokeOperatorKey(
  db: Kysely<Tables>,
  id: string,
  nowMs: number,
): Promise<StoredOperatorKey> {
  const key = await findOperatorKey(db, id);
  if (!key || !(await setKeyRevoked(db, id, nowMs))) throw new ApiError('operator_key_not_found');
  return key;
}

export function listOperatorKeys(db: Kysely<Tables>, query: PageQuery): Promise<ListBody> {
  return listPage(query, {
    read: (page) => findOperatorKeys(db, page),
    hasPlace: isWellFormedId('operatorKey'),
    toItem: toOperatorKey,
    idOf: ({ id }) => id,
  });
}

function toOperatorKey(key: Omit<StoredOperatorKey, 'fingerprint' | 'revoked_at'>): OperatorKey {
  return {
    id: key.id,
    type: 'operator_key',
    name: key.name,
    prefix: key.prefix,
    role: key.role,
    allowed_ips: key.allowed_ips,
    created_by: key.created_by,
    created_at: toTimestamp(key.created_at),
    last_used_at: key.used_at === null ? null : toTimestamp(key.used_at),
  };
}

/** What a secret that was sent is: the key's caller, or why it is refused. */
export type FoundKey =
  | { readonly caller: OperatorCaller; readonly fault?: undefined }
  | { readonly caller?: undefined; readonly fault: 'unknown' | 'revoked' }
  | { readonly caller: OperatorCaller; readonly fault: 'address' };

/** The key of a secret. The database is asked each time: a revoked key is refused by the next request on every node. */
export async function findOperatorKeyCaller(
  db: Kysely<Tables>,
  { secret, address }: { readonly secret: string; readonly address: string },
  nowMs: number,
): Promise<FoundKey> {
  const key = await findKeyByFingerprint(db, fingerprintBytes(fingerprint(secret)));
  if (!key) return { fault: 'unknown' };
  if (key.revoked_at !== null) return { fault: 'revoked' };
  const { id, name, role } = key;
  const caller = { kind: 'operator_key', id, name, role, sessionId: undefined } as const;
  if (!compileIpAllowlist(key.allowed_ips).allows(address)) return { caller, fault: 'address' };
  if (key.used_at === null || nowMs - key.used_at >= MINUTE_MS) await noteKeyUse(db, id, nowMs);
  return { caller };
}

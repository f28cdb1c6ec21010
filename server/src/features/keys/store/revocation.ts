import type { Kysely, Selectable } from 'kysely';
import { fingerprintBytes } from '#kit';
import type { OrganizationScope, Tables } from '#store';
import type { KeyKind, KeyStatus, KeyTable } from './stored-keys.ts';

export interface KeyMatch {
  readonly id: string;
  readonly organizationId: string;
  readonly organization: string;
  readonly workspaceId: string | null;
  readonly name: string;
  readonly kind: KeyKind | 'admin';
  readonly prefix: string;
  readonly fingerprint: string;
  readonly status: KeyStatus;
  readonly revokedAtMs: number | null;
}

const COLUMNS = [
  'k.id',
  'k.organization_id',
  'o.name as organization',
  'k.name',
  'k.prefix',
  'k.fingerprint',
  'k.status',
  'k.revoked_at',
] as const;

/** Keys of both tables that `text` may mean: by id, by fingerprint, by name, by prefix. */
export async function matchKeys(db: Kysely<Tables>, text: string, fingerprint: string): Promise<KeyMatch[]> {
  const bytes = fingerprintBytes(fingerprint);
  return [...(await matchApiKeys(db, text, bytes)), ...(await matchAdminKeys(db, text, bytes))];
}

async function matchApiKeys(db: Kysely<Tables>, text: string, fingerprint: Buffer): Promise<KeyMatch[]> {
  const rows = await db
    .selectFrom('api_keys as k')
    .innerJoin('organizations as o', 'o.id', 'k.organization_id')
    .select([...COLUMNS, 'k.kind', 'k.workspace_id'])
    .where((eb) =>
      eb.or([
        eb('k.id', '=', text),
        eb('k.fingerprint', '=', fingerprint),
        eb('k.name', '=', text),
        eb('k.prefix', '=', text),
      ]),
    )
    .execute();
  return rows.map((row) => toKeyMatch(row, row.kind, row.workspace_id));
}

async function matchAdminKeys(db: Kysely<Tables>, text: string, fingerprint: Buffer): Promise<KeyMatch[]> {
  const rows = await db
    .selectFrom('admin_keys as k')
    .innerJoin('organizations as o', 'o.id', 'k.organization_id')
    .select(COLUMNS)
    .where((eb) =>
      eb.or([
        eb('k.id', '=', text),
        eb('k.fingerprint', '=', fingerprint),
        eb('k.name', '=', text),
        eb('k.prefix', '=', text),
      ]),
    )
    .execute();
  return rows.map((row) => toKeyMatch(row, 'admin', null));
}

type MatchedRow = Pick<
  Selectable<Tables['api_keys']>,
  'id' | 'organization_id' | 'name' | 'prefix' | 'fingerprint' | 'status' | 'revoked_at'
> & { readonly organization: string };

function toKeyMatch(row: MatchedRow, kind: KeyMatch['kind'], workspaceId: string | null): KeyMatch {
  return {
    id: row.id,
    organizationId: row.organization_id,
    organization: row.organization,
    workspaceId,
    name: row.name,
    kind,
    prefix: row.prefix,
    fingerprint: row.fingerprint.toString('base64'),
    status: row.status,
    revokedAtMs: row.revoked_at,
  };
}

/** False when the key was revoked already: the first revocation's time stays. */
export async function setRevoked(
  db: Kysely<Tables>,
  table: KeyTable,
  id: string,
  nowMs: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable(table)
    .set({ status: 'revoked', revoked_at: nowMs })
    .where('id', '=', id)
    .where('status', '<>', 'revoked')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The same for many keys and every status; those that are revoked stay so. */
export async function setStatus(
  { db, organizationId }: OrganizationScope,
  table: KeyTable,
  {
    ids,
    status,
    nowMs,
  }: { readonly ids: readonly string[]; readonly status: KeyStatus; readonly nowMs: number },
): Promise<void> {
  await db
    .updateTable(table)
    .set(status === 'revoked' ? { status, revoked_at: nowMs } : { status })
    .where('organization_id', '=', organizationId)
    .where('id', 'in', ids)
    .where('status', '<>', 'revoked')
    .execute();
}

import type { Kysely } from 'kysely';
import { fingerprintBytes } from '#kit';
import type { Tables } from '#store';
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

/** Keys of both tables that `text` may mean: by id, by fingerprint, by name, by prefix. */
export async function matchKeys(db: Kysely<Tables>, text: string, fingerprint: string): Promise<KeyMatch[]> {
  const bytes = fingerprintBytes(fingerprint);
  const keys = await db
    .selectFrom('api_keys as k')
    .innerJoin('organizations as o', 'o.id', 'k.organization_id')
    .select([
      'k.id',
      'k.organization_id',
      'o.name as organization',
      'k.name',
      'k.kind',
      'k.prefix',
      'k.fingerprint',
      'k.status',
      'k.revoked_at',
    ])
    .select('k.workspace_id')
    .where((eb) =>
      eb.or([
        eb('k.id', '=', text),
        eb('k.fingerprint', '=', bytes),
        eb('k.name', '=', text),
        eb('k.prefix', '=', text),
      ]),
    )
    .execute();
  const adminKeys = await db
    .selectFrom('admin_keys as k')
    .innerJoin('organizations as o', 'o.id', 'k.organization_id')
    .select([
      'k.id',
      'k.organization_id',
      'o.name as organization',
      'k.name',
      'k.prefix',
      'k.fingerprint',
      'k.status',
      'k.revoked_at',
    ])
    .where((eb) =>
      eb.or([
        eb('k.id', '=', text),
        eb('k.fingerprint', '=', bytes),
        eb('k.name', '=', text),
        eb('k.prefix', '=', text),
      ]),
    )
    .execute();
  return [...keys, ...adminKeys.map((key) => ({ ...key, kind: 'admin' as const, workspace_id: null }))].map(
    (row) => ({
      id: row.id,
      organizationId: row.organization_id,
      organization: row.organization,
      workspaceId: row.workspace_id,
      name: row.name,
      kind: row.kind,
      prefix: row.prefix,
      fingerprint: row.fingerprint.toString('base64'),
      status: row.status,
      revokedAtMs: row.revoked_at,
    }),
  );
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

import type { Kysely } from 'kysely';
import type { TunnelAuthMode } from '@svc/contract';
import type { Tables } from '#store';

/** The state that decides whether a connection or a call is allowed. */
export interface TunnelState {
  readonly id: string;
  readonly organizationId: string;
  readonly workspaceId: string;
  readonly authMode: TunnelAuthMode;
  readonly allowedTargets: readonly string[];
  /** Neither disabled nor deleted, nor its workspace archived. */
  readonly isOpen: boolean;
  readonly isDeleted: boolean;
  /** Expiry of each credential by the test clock; infinity for none. Revoked ones are not included. */
  readonly credentials: ReadonlyMap<string, number>;
}

/** The name of a credential in `credentials`, which is its fingerprint. */
export function credentialName(fingerprint: Buffer): string {
  return fingerprint.toString('base64');
}

export function credentialFingerprint(name: string): Buffer {
  return Buffer.from(name, 'base64');
}

/** Tunnels of all workspaces by id: callers compare the workspace. Two queries for any number of tunnels. */
export async function loadTunnelStates(
  db: Kysely<Tables>,
  ids: readonly string[],
): Promise<Map<string, TunnelState>> {
  if (ids.length === 0) return new Map();
  const [tunnels, credentials] = await Promise.all([
    db
      .selectFrom('tunnels as t')
      .innerJoin('workspaces as w', 'w.id', 't.workspace_id')
      .select(['t.id', 't.organization_id', 't.workspace_id', 't.auth_mode', 't.allowed_targets'])
      .select(['t.disabled', 't.deleted_at', 'w.archived_at'])
      .where('t.id', 'in', ids)
      .execute(),
    loadCredentials(db, ids),
  ]);
  return new Map(
    tunnels.map((row) => [
      row.id,
      {
        id: row.id,
        organizationId: row.organization_id,
        workspaceId: row.workspace_id,
        authMode: row.auth_mode,
        allowedTargets: row.allowed_targets,
        isOpen: !row.disabled && row.deleted_at === null && row.archived_at === null,
        isDeleted: row.deleted_at !== null,
        credentials: credentials.get(row.id) ?? new Map(),
      },
    ]),
  );
}

/** The tunnel of a token, if any. The token may have expired. */
export async function findTunnelOfToken(
  db: Kysely<Tables>,
  fingerprint: Buffer,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('tunnel_tokens')
    .select('tunnel_id')
    .where('fingerprint', '=', fingerprint)
    .executeTakeFirst();
  return row?.tunnel_id;
}

/** The tunnel a certificate was issued for. It may have been revoked. */
export async function findTunnelOfCertificate(
  db: Kysely<Tables>,
  fingerprint: Buffer,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('tunnel_certificates')
    .select('tunnel_id')
    .where('fingerprint', '=', fingerprint)
    .executeTakeFirst();
  return row?.tunnel_id;
}

export async function noteCertificateUse(
  db: Kysely<Tables>,
  fingerprint: Buffer,
  nowMs: number,
): Promise<void> {
  await db
    .updateTable('tunnel_certificates')
    .set({ last_used_at: nowMs })
    .where('fingerprint', '=', fingerprint)
    .execute();
}

async function loadCredentials(
  db: Kysely<Tables>,
  ids: readonly string[],
): Promise<Map<string, Map<string, number>>> {
  const rows = await db
    .selectFrom('tunnel_tokens')
    .select(['tunnel_id', 'fingerprint', 'expires_at as ends_at'])
    .where('tunnel_id', 'in', ids)
    .unionAll(
      db
        .selectFrom('tunnel_certificates')
        .select(['tunnel_id', 'fingerprint', 'not_after_at as ends_at'])
        .where('tunnel_id', 'in', ids)
        .where('revoked_at', 'is', null),
    )
    .execute();
  const byTunnel = new Map<string, Map<string, number>>();
  for (const { tunnel_id: id, fingerprint, ends_at: endsAtMs } of rows) {
    const credentials = byTunnel.get(id) ?? new Map<string, number>();
    byTunnel.set(id, credentials.set(credentialName(fingerprint), endsAtMs ?? Infinity));
  }
  return byTunnel;
}

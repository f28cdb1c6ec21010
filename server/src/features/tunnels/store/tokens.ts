import { sql, type Kysely, type Selectable } from 'kysely';
import { fingerprint, fingerprintBytes, type Secret } from '#kit';
import { toPreciseTimestamp, type Tables } from '#store';

export async function insertToken(
  db: Kysely<Tables>,
  tunnelId: string,
  token: Secret,
  nowMs: number,
): Promise<void> {
  await db
    .insertInto('tunnel_tokens')
    .values({
      fingerprint: fingerprintBytes(fingerprint(token.reveal())),
      tunnel_id: tunnelId,
      created_at: nowMs,
      expires_at: null,
    })
    .execute();
}

/** Sets the expiry of the current token, and deletes expired ones. */
export async function endCurrentToken(
  db: Kysely<Tables>,
  tunnelId: string,
  endsAtMs: number,
  nowMs: number,
): Promise<void> {
  await db
    .updateTable('tunnel_tokens')
    .set({ expires_at: endsAtMs })
    .where('tunnel_id', '=', tunnelId)
    .where('expires_at', 'is', null)
    .execute();
  await db
    .deleteFrom('tunnel_tokens')
    .where('tunnel_id', '=', tunnelId)
    .where('expires_at', '<=', nowMs)
    .execute();
}

/** A token with the number of connectors that use it. */
type TokenInUse = Pick<Selectable<Tables['tunnel_tokens']>, 'created_at' | 'expires_at'> & {
  readonly active: number;
};

/** Valid tokens of a tunnel that was found in its workspace, newest first. */
export function findTokens(
  db: Kysely<Tables>,
  tunnelId: string,
  { nowMs, liveAtMs }: { readonly nowMs: number; readonly liveAtMs: number },
): Promise<TokenInUse[]> {
  return db
    .selectFrom('tunnel_tokens as t')
    .select(['t.created_at', 't.expires_at'])
    .select(
      sql<number>`(select count(*)::int from tunnel_connections c where c.tunnel_id = t.tunnel_id and c.credential = t.fingerprint
        and c.lease_ends_at > ${toPreciseTimestamp(liveAtMs)}::timestamptz)`.as('active'),
    )
    .where('t.tunnel_id', '=', tunnelId)
    .where((eb) => eb.or([eb('t.expires_at', 'is', null), eb('t.expires_at', '>', nowMs)]))
    .orderBy('t.created_at', 'desc')
    .execute();
}

import { sql, type Kysely } from 'kysely';
import type { Tables } from '#store';

/** What an engine signed in one reply, sealed. */
export interface SealedReply {
  readonly organizationId: string;
  readonly callId: string;
  readonly sealed: Buffer;
  /** When the reply was given. */
  readonly atMs: number;
}

/** Ids are unique: a reply that is there was written by an attempt whose answer was lost. */
export async function insertSignedReplies(
  db: Kysely<Tables>,
  replies: readonly SealedReply[],
): Promise<void> {
  const rows = replies.map(({ sealed, ...reply }) => ({ ...reply, sealed: sealed.toString('base64') }));
  await sql`
    insert into signed_replies (organization_id, call_id, sealed, created_at)
    select "organizationId", "callId", decode(sealed, 'base64'), to_timestamp("atMs" / 1000.0)
    from jsonb_to_recordset(${rows}::jsonb) as r ("organizationId" text, "callId" text, sealed text, "atMs" bigint)
    on conflict (organization_id, call_id) do nothing`.execute(db);
}

/** Those of an organization that are there and not older than `sinceMs`, by the id of their call. */
export async function loadSignedReplies(
  db: Kysely<Tables>,
  organizationId: string,
  callIds: readonly string[],
  sinceMs: number,
): Promise<ReadonlyMap<string, Buffer>> {
  const rows = await db
    .selectFrom('signed_replies')
    .select(['call_id', 'sealed'])
    .where('organization_id', '=', organizationId)
    .where('call_id', 'in', sql<string>`(select jsonb_array_elements_text(${callIds}::jsonb))`)
    .where('created_at', '>=', sinceMs)
    .execute();
  return new Map(rows.map((row) => [row.call_id, row.sealed]));
}

/** Forgets replies older than `beforeMs`, at most `most` of them. Returns how many. */
export async function deleteOldSignedReplies(
  db: Kysely<Tables>,
  beforeMs: number,
  most: number,
): Promise<number> {
  const old = db
    .selectFrom('signed_replies')
    .select(['organization_id', 'call_id'])
    .where('created_at', '<', beforeMs)
    .limit(most);
  const { numDeletedRows } = await db
    .deleteFrom('signed_replies')
    .where((row) =>
      row(row.refTuple('organization_id', 'call_id'), 'in', old.$asTuple('organization_id', 'call_id')),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Forgets those of organizations that have chosen zero data retention since, at most `most` of them. Returns how many. */
export async function deleteUnwantedSignedReplies(db: Kysely<Tables>, most: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from signed_replies where (organization_id, call_id) in (
      select reply.organization_id, reply.call_id
      from organizations
      cross join lateral (
        select organization_id, call_id from signed_replies where organization_id = organizations.id limit ${most}
      ) reply
      where organizations.zero_data_retention
      limit ${most}
    )`.execute(db);
  return Number(numAffectedRows);
}

import { sql, type Kysely } from 'kysely';
import { deleteInSteps, type Tables } from '#store';

/** What an `Idempotency-Key` identifies: `key`, within the owner and the kind of request. */
export interface IdempotencyKey {
  readonly organizationId: string;
  /** Workspace of the credential; for a person in the Console, who has none, their own id. Empty for the whole organization. */
  readonly workspaceId: string;
  /** Method and path. */
  readonly request: string;
  readonly key: string;
}

export interface SealedResponse {
  readonly bodyDigest: Buffer;
  readonly status: number;
  readonly sealed: Buffer;
}

/** Whether another transaction is about to store the response. If not, this one holds the lock until it ends. */
export async function isRunningElsewhere(
  trx: Kysely<Tables>,
  idempotencyKey: IdempotencyKey,
): Promise<boolean> {
  const name = JSON.stringify([
    idempotencyKey.organizationId,
    idempotencyKey.workspaceId,
    idempotencyKey.request,
    idempotencyKey.key,
  ]);
  const { rows } = await sql<{
    gained: boolean;
  }>`select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as gained`.execute(trx);
  return !rows[0]!.gained;
}

export async function findResponse(
  trx: Kysely<Tables>,
  idempotencyKey: IdempotencyKey,
  nowMs: number,
): Promise<SealedResponse | undefined> {
  const row = await trx
    .selectFrom('idempotent_answers')
    .select(['body_digest', 'status', 'sealed_answer'])
    .where('organization_id', '=', idempotencyKey.organizationId)
    .where('workspace_id', '=', idempotencyKey.workspaceId)
    .where('request', '=', idempotencyKey.request)
    .where('key', '=', idempotencyKey.key)
    .where('expires_at', '>', nowMs)
    .executeTakeFirst();
  return row && { bodyDigest: row.body_digest, status: row.status, sealed: row.sealed_answer };
}

/** Replaces an expired one. */
export async function putResponse(
  trx: Kysely<Tables>,
  idempotencyKey: IdempotencyKey,
  response: SealedResponse,
  expiresAtMs: number,
): Promise<void> {
  const content = {
    body_digest: response.bodyDigest,
    status: response.status,
    sealed_answer: response.sealed,
    expires_at: expiresAtMs,
  };
  await trx
    .insertInto('idempotent_answers')
    .values({
      organization_id: idempotencyKey.organizationId,
      workspace_id: idempotencyKey.workspaceId,
      request: idempotencyKey.request,
      key: idempotencyKey.key,
      ...content,
    })
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'workspace_id', 'request', 'key']).doUpdateSet(content),
    )
    .execute();
}

export async function dropExpiredResponses(db: Kysely<Tables>, nowMs: number): Promise<void> {
  const expired = db.selectFrom('idempotent_answers').where('expires_at', '<=', nowMs).orderBy('expires_at');
  await deleteInSteps(db, 'idempotent_answers', expired);
}

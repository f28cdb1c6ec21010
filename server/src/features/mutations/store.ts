import { sql, type Kysely } from 'kysely';
import { deleteInSteps, type Tables } from '#store';

/** Where an answer is kept: whose it is, of which request. */
export interface AnswerKey {
  readonly organizationId: string;
  /** Of the credential; of a person in the Console, who has none, it is their own id. '' for the whole organization. */
  readonly workspaceId: string;
  /** Method and path. */
  readonly request: string;
  readonly key: string;
}

export interface StoredAnswer {
  readonly bodyDigest: Buffer;
  readonly status: number;
  readonly sealed: Buffer;
}

/** Whether another transaction is about to write the answer. If not, this one holds the lock until it ends. */
export async function isRunningElsewhere(trx: Kysely<Tables>, answerKey: AnswerKey): Promise<boolean> {
  const name = JSON.stringify([
    answerKey.organizationId,
    answerKey.workspaceId,
    answerKey.request,
    answerKey.key,
  ]);
  const { rows } = await sql<{
    gained: boolean;
  }>`select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as gained`.execute(trx);
  return !rows[0]!.gained;
}

export async function findAnswer(
  trx: Kysely<Tables>,
  answerKey: AnswerKey,
  nowMs: number,
): Promise<StoredAnswer | undefined> {
  const row = await trx
    .selectFrom('idempotent_answers')
    .select(['body_digest', 'status', 'sealed_answer'])
    .where('organization_id', '=', answerKey.organizationId)
    .where('workspace_id', '=', answerKey.workspaceId)
    .where('request', '=', answerKey.request)
    .where('key', '=', answerKey.key)
    .where('expires_at', '>', nowMs)
    .executeTakeFirst();
  return row && { bodyDigest: row.body_digest, status: row.status, sealed: row.sealed_answer };
}

/** Takes the place of one that has expired. */
export async function putAnswer(
  trx: Kysely<Tables>,
  answerKey: AnswerKey,
  answer: StoredAnswer,
  expiresAtMs: number,
): Promise<void> {
  const content = {
    body_digest: answer.bodyDigest,
    status: answer.status,
    sealed_answer: answer.sealed,
    expires_at: expiresAtMs,
  };
  await trx
    .insertInto('idempotent_answers')
    .values({
      organization_id: answerKey.organizationId,
      workspace_id: answerKey.workspaceId,
      request: answerKey.request,
      key: answerKey.key,
      ...content,
    })
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'workspace_id', 'request', 'key']).doUpdateSet(content),
    )
    .execute();
}

export async function dropExpiredAnswers(db: Kysely<Tables>, nowMs: number): Promise<void> {
  const expired = db.selectFrom('idempotent_answers').where('expires_at', '<=', nowMs).orderBy('expires_at');
  await deleteInSteps(db, 'idempotent_answers', expired);
}

import { sql, type Kysely } from 'kysely';
import type { Tables } from '#store';

export type NewDeviceRequest = Omit<Tables['device_requests'], 'status' | 'session_id' | 'polled_at'>;

/** False where another request has the same user code. */
export async function insertDeviceRequest(db: Kysely<Tables>, request: NewDeviceRequest): Promise<boolean> {
  const insert = db.insertInto('device_requests').values(request);
  const { numInsertedOrUpdatedRows } = await insert
    .onConflict((conflict) => conflict.column('user_code_digest').doNothing())
    .executeTakeFirstOrThrow();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Those that nobody decided on yet, and those that were approved and whose device did not come for its tokens. */
export async function countWaiting(db: Kysely<Tables>, network: string, nowMs: number): Promise<number> {
  const requests = db.selectFrom('device_requests').select(({ fn }) => fn.countAll<number>().as('count'));
  const waiting = requests.where('network', '=', network).where('status', 'in', ['pending', 'approved']);
  return (await waiting.where('expires_at', '>', nowMs).executeTakeFirstOrThrow()).count;
}

/** Locked until the transaction ends. */
export function lockByDevice(trx: Kysely<Tables>, fingerprint: Buffer) {
  return trx.selectFrom('device_requests').selectAll().where('device_fingerprint', '=', fingerprint).forUpdate().executeTakeFirst();
}

/** A request a person may still decide on. */
export function findPending(db: Kysely<Tables>, userCodeDigest: Buffer, nowMs: number) {
  return pending(db, nowMs).where('user_code_digest', '=', userCodeDigest).executeTakeFirst();
}

/** The same by its id, locked until the transaction ends. */
export function lockPending(trx: Kysely<Tables>, id: string, nowMs: number) {
  return pending(trx, nowMs).where('id', '=', id).forUpdate().executeTakeFirst();
}

function pending(db: Kysely<Tables>, nowMs: number) {
  return db.selectFrom('device_requests').selectAll().where('status', '=', 'pending').where('expires_at', '>', nowMs);
}

export type StoredDeviceRequest = NonNullable<Awaited<ReturnType<typeof lockByDevice>>>;

export async function setDeviceRequest(
  trx: Kysely<Tables>,
  id: string,
  change: Partial<Pick<StoredDeviceRequest, 'status' | 'session_id' | 'interval_s' | 'polled_at'>>,
): Promise<void> {
  await trx.updateTable('device_requests').set(change).where('id', '=', id).execute();
}

/** Counts one more try of a person and gives their number in the window that began last, and when it began. */
export async function countTry(db: Kysely<Tables>, userId: string, { nowMs, windowMs }: { nowMs: number; windowMs: number }) {
  return db
    .insertInto('user_code_tries')
    .values({ user_id: userId, tries: 1, begun_at: nowMs })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet(({ eb, ref }) => {
        const over = eb('user_code_tries.begun_at', '<=', nowMs - windowMs);
        return {
          tries: eb
            .case()
            .when(over)
            .then(sql<number>`1::bigint`)
            .else(eb('user_code_tries.tries', '+', 1))
            .end(),
          begun_at: eb.case().when(over).then(ref('excluded.begun_at')).else(ref('user_code_tries.begun_at')).end(),
        };
      }),
    )
    .returning(['tries', 'begun_at'])
    .executeTakeFirstOrThrow();
}

export async function dropDeviceRequestsExpiredBefore(db: Kysely<Tables>, beforeMs: number): Promise<void> {
  await db.deleteFrom('device_requests').where('expires_at', '<', beforeMs).execute();
}

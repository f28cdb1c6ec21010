import { sql, type Kysely } from 'kysely';
import type { LimitValues } from '@svc/contract';
import { deleteInSteps, type Tables } from '#store';

export type NewDeviceRequest = Omit<
  Tables['device_requests'],
  'status' | 'session_id' | 'found_by' | 'polled_at'
>;

type DeviceRequestLimits = Pick<LimitValues, 'device_requests_waiting' | 'device_requests_stored'>;

/**
 * Stores what anybody may ask for, never more than the limits allow: one after the other, on all nodes. `taken`: another request has
 * the same user code.
 */
export function insertDeviceRequest(
  db: Kysely<Tables>,
  request: NewDeviceRequest,
  limits: DeviceRequestLimits,
): Promise<'inserted' | 'taken' | 'full'> {
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('device requests', 0))`.execute(trx);
    if ((await countStored(trx)) >= limits.device_requests_stored) return 'full';
    if ((await countWaiting(trx, request)) >= limits.device_requests_waiting) return 'full';
    const insert = trx.insertInto('device_requests').values(request);
    const { numInsertedOrUpdatedRows } = await insert
      .onConflict((conflict) => conflict.column('user_code_digest').doNothing())
      .executeTakeFirstOrThrow();
    return (numInsertedOrUpdatedRows ?? 0n) > 0n ? 'inserted' : 'taken';
  });
}

async function countStored(trx: Kysely<Tables>): Promise<number> {
  return (await countRequests(trx).executeTakeFirstOrThrow()).count;
}

/** Undecided ones, and approved ones whose device has not fetched its tokens. */
async function countWaiting(
  trx: Kysely<Tables>,
  { network, created_at: nowMs }: NewDeviceRequest,
): Promise<number> {
  const waiting = countRequests(trx)
    .where('network', '=', network)
    .where('status', 'in', ['pending', 'approved']);
  return (await waiting.where('expires_at', '>', nowMs).executeTakeFirstOrThrow()).count;
}

function countRequests(trx: Kysely<Tables>) {
  return trx.selectFrom('device_requests').select(({ fn }) => fn.countAll<number>().as('count'));
}

/** Locked until the transaction ends. */
export function lockByDevice(trx: Kysely<Tables>, fingerprint: Buffer) {
  return trx
    .selectFrom('device_requests')
    .selectAll()
    .where('device_fingerprint', '=', fingerprint)
    .forUpdate()
    .executeTakeFirst();
}

/** The undecided request of a user code, which from then on only this person can decide on. */
export function claimPending(db: Kysely<Tables>, userCodeDigest: Buffer, userId: string, nowMs: number) {
  const claimed = db
    .updateTable('device_requests')
    .set({ found_by: userId })
    .where('user_code_digest', '=', userCodeDigest);
  return claimed
    .where('status', '=', 'pending')
    .where('expires_at', '>', nowMs)
    .returningAll()
    .executeTakeFirst();
}

/** An undecided request that this person found, locked until the transaction ends. */
export function lockPending(trx: Kysely<Tables>, id: string, userId: string, nowMs: number) {
  const found = trx
    .selectFrom('device_requests')
    .selectAll()
    .where('id', '=', id)
    .where('found_by', '=', userId);
  return found.where('status', '=', 'pending').where('expires_at', '>', nowMs).forUpdate().executeTakeFirst();
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
export async function countTry(
  db: Kysely<Tables>,
  userId: string,
  { nowMs, windowMs }: { nowMs: number; windowMs: number },
) {
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
          begun_at: eb
            .case()
            .when(over)
            .then(ref('excluded.begun_at'))
            .else(ref('user_code_tries.begun_at'))
            .end(),
        };
      }),
    )
    .returning(['tries', 'begun_at'])
    .executeTakeFirstOrThrow();
}

export async function dropDeviceRequestsExpiredBefore(db: Kysely<Tables>, beforeMs: number): Promise<void> {
  const expired = db.selectFrom('device_requests').where('expires_at', '<', beforeMs).orderBy('expires_at');
  await deleteInSteps(db, 'device_requests', expired);
}

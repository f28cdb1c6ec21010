import type { Kysely } from 'kysely';
import type { Tables } from '#store';
import { failPending, noteDue } from './deliveries.ts';
import { lockWebhooks } from './outcomes.ts';

/** Frees deliveries whose lease has expired because their node died. Their attempts are repeated. */
export function releaseLapsed(db: Kysely<Tables>, nowMs: number, most: number): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const lapsed = await trx
      .selectFrom('webhook_deliveries')
      .select(['id', 'webhook_id'])
      .where('lease_ends_at', '<=', nowMs)
      .orderBy('lease_ends_at')
      .limit(most)
      .execute();
    if (lapsed.length === 0) return 0;
    const enabled = await lockWebhooks(trx, [...new Set(lapsed.map(({ webhook_id: id }) => id))]);
    const free = await trx
      .updateTable('webhook_deliveries')
      .set({ leased_by: null, lease_ends_at: null })
      .where(
        'id',
        'in',
        lapsed.map(({ id }) => id),
      )
      .where('lease_ends_at', '<=', nowMs)
      .returning('webhook_id')
      .execute();
    const ids = [...new Set(free.map(({ webhook_id: id }) => id))];
    const isEnabled = (id: string): boolean => enabled.get(id) === true;
    await noteDue(trx, ids.filter(isEnabled), nowMs);
    for (const id of ids)
      if (!isEnabled(id)) await failPending(trx, { webhookId: id, createdUntilMs: nowMs, nowMs }, most);
    return lapsed.length;
  });
}

/** Renews the leases of deliveries being sent. Returns those that the run still holds. */
export async function renewLeases(
  db: Kysely<Tables>,
  runId: string,
  deliveryIds: readonly string[],
  leaseEndsAtMs: number,
): Promise<string[]> {
  const rows = await db
    .updateTable('webhook_deliveries')
    .set({ lease_ends_at: leaseEndsAtMs })
    .where('leased_by', '=', runId)
    .where('id', 'in', deliveryIds)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

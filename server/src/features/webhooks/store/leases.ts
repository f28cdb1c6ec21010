import type { Kysely } from 'kysely';
import { isLapsed, type LapseBounds, type LeaseKind } from '#leases';
import type { Tables } from '#store';
import { failPending, noteDue } from './deliveries.ts';
import { lockWebhooks } from './outcomes.ts';

export const DELIVERY_LEASES = {
  table: 'webhook_deliveries',
  leaseMs: 30_000,
  renewMs: 10_000,
} as const satisfies LeaseKind;

/** A delivery and the claim that holds it: a run may claim a delivery again whose lease it lost. */
export interface HeldDelivery {
  readonly id: string;
  readonly claimId: string;
}

/** Frees deliveries whose lease has expired because their node died. Their attempts are repeated. */
export function releaseLapsed(db: Kysely<Tables>, lapse: LapseBounds, most: number): Promise<number> {
  const { nowMs } = lapse;
  return db.transaction().execute(async (trx) => {
    const lapsed = await trx
      .selectFrom('webhook_deliveries')
      .select(['id', 'webhook_id'])
      .where(isLapsed(DELIVERY_LEASES, lapse))
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
      .where(isLapsed(DELIVERY_LEASES, lapse))
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

/** Renews the leases of deliveries being sent. Returns those that their claims still hold. */
export async function renewLeases<Held extends HeldDelivery>(
  db: Kysely<Tables>,
  deliveries: readonly Held[],
  leaseEndsAtMs: number,
): Promise<Held[]> {
  const rows = await db
    .updateTable('webhook_deliveries')
    .set({ lease_ends_at: leaseEndsAtMs })
    .where('leased_by', 'in', [...new Set(deliveries.map(({ claimId }) => claimId))])
    .where(
      'id',
      'in',
      deliveries.map(({ id }) => id),
    )
    .returning(['id', 'leased_by'])
    .execute();
  const holders = new Map(rows.map(({ id, leased_by: claimId }) => [id, claimId]));
  return deliveries.filter(({ id, claimId }) => holders.get(id) === claimId);
}

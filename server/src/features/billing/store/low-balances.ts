import { sql, type Kysely } from 'kysely';
import { newId } from '#kit';
import type { Tables } from '#store';
import { insertEvents } from './outbox.ts';

export interface LowBalance {
  readonly organization_id: string;
  readonly balance_nanos: number;
  readonly reload_trigger_nanos: number;
}

/**
 * Wallets that fell below their trigger since they were last told of, marked as told in the transaction that writes their
 * events: of several nodes one tells. Those that recovered may be told of again.
 */
export async function noteLowBalances(db: Kysely<Tables>, toData: (wallet: LowBalance) => object, nowMs: number): Promise<void> {
  await db
    .updateTable('wallets')
    .set({ low_balance_told: false })
    .where('low_balance_told', '=', true)
    .where((eb) => eb.or([eb('reload_trigger_nanos', 'is', null), eb('balance_nanos', '>=', eb.ref('reload_trigger_nanos'))]))
    .execute();
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<LowBalance>`
      update wallets set low_balance_told = true
      where balance_nanos < reload_trigger_nanos and not low_balance_told
      returning organization_id, balance_nanos, reload_trigger_nanos`.execute(trx);
    if (rows.length === 0) return;
    const events = rows.map((wallet) => ({
      id: newId('evt_', nowMs),
      organization_id: wallet.organization_id,
      type: 'credits.low_balance',
      data: toData(wallet),
      created_at: nowMs,
    }));
    await insertEvents(trx, events);
  });
}

/** Sets or, with null, removes the balance below which the organization is told. True when that changed anything. */
export async function setReloadTrigger(db: Kysely<Tables>, organizationId: string, triggerNanos: number | null): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('wallets')
    .values({ organization_id: organizationId, balance_nanos: 0, reload_trigger_nanos: triggerNanos })
    .onConflict((conflict) =>
      conflict
        .column('organization_id')
        .doUpdateSet({ reload_trigger_nanos: triggerNanos })
        .where((eb) => eb('wallets.reload_trigger_nanos', 'is distinct from', triggerNanos)),
    )
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

import type { CreditBalance } from '@svc/contract';
import { sql, type Kysely } from 'kysely';
import { recordEvents } from '#events';
import type { Tables } from '#store';

export interface LowBalance {
  readonly organization_id: string;
  readonly balance_nanos: number;
  readonly reload_trigger_nanos: number;
}

/**
 * Marks the wallets that fell below their trigger and those that recovered. Writes the events of the former
 * in the same transaction: only one of several nodes reports a low balance, and reports it again only after a
 * recovery.
 */
export async function noteLowBalances(
  db: Kysely<Tables>,
  toCreditBalance: (wallet: LowBalance) => CreditBalance,
  nowMs: number,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<LowBalance & { readonly low_balance_told: boolean }>`
      update wallets set low_balance_told = not low_balance_told
      where reload_trigger_nanos is not null and low_balance_told <> (balance_nanos < reload_trigger_nanos)
      returning organization_id, balance_nanos, reload_trigger_nanos, low_balance_told`.execute(trx);
    const fallen = rows.filter((wallet) => wallet.low_balance_told);
    await recordEvents(
      trx,
      fallen.map((wallet) => ({
        organizationId: wallet.organization_id,
        type: 'credits.low_balance',
        data: { object: toCreditBalance(wallet) },
      })),
      nowMs,
    );
  });
}

/** Sets, or with null removes, the balance that triggers a notification. True when that changed anything. */
export async function setReloadTrigger(
  db: Kysely<Tables>,
  organizationId: string,
  triggerNanos: number | null,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('wallets')
    .values({ organization_id: organizationId, balance_nanos: 0, reload_trigger_nanos: triggerNanos })
    .onConflict((conflict) =>
      conflict
        .column('organization_id')
        .doUpdateSet({
          reload_trigger_nanos: triggerNanos,
          ...(triggerNanos === null ? { low_balance_told: false } : {}),
        })
        .where((eb) => eb('wallets.reload_trigger_nanos', 'is distinct from', triggerNanos)),
    )
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

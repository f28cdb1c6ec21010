import { sql, type Kysely } from 'kysely';
import type { Tables } from '#store';
import { OperatorError } from '#kit';

/**
 * The balance would exceed what can be represented exactly: it could no longer be read, and nothing could be
 * paid from it.
 */
export class BalanceTooLarge extends OperatorError {
  constructor() {
    super('A balance cannot exceed 9,007,199 dollars. Add credits after some are used.');
    this.name = 'BalanceTooLarge';
  }
}

/** Writes both sides of a grant and the new balance in one transaction. Throws BalanceTooLarge. */
export async function insertGrant(
  db: Kysely<Tables>,
  transactionId: string,
  { organizationId, amountNanos, note }: { organizationId: string; amountNanos: number; note: string },
  nowMs: number,
): Promise<void> {
  const entry = {
    transaction_id: transactionId,
    organization_id: organizationId,
    kind: 'grant',
    note,
    created_at: nowMs,
  } as const;
  const insert = async (trx: Kysely<Tables>): Promise<void> => {
    const { fits } = await trx
      .insertInto('wallets')
      .values({ organization_id: organizationId, balance_nanos: amountNanos })
      .onConflict((conflict) =>
        conflict.column('organization_id').doUpdateSet((eb) => ({
          balance_nanos: eb('wallets.balance_nanos', '+', eb.ref('excluded.balance_nanos')),
        })),
      )
      .returning(sql<boolean>`balance_nanos <= ${String(Number.MAX_SAFE_INTEGER)}::bigint`.as('fits'))
      .executeTakeFirstOrThrow();
    if (!fits) throw new BalanceTooLarge();
    await trx
      .insertInto('ledger_entries')
      .values([
        { ...entry, account: 'wallet', amount_nanos: amountNanos },
        { ...entry, account: 'issued', amount_nanos: -amountNanos },
      ])
      .execute();
  };
  await (db.isTransaction ? insert(db) : db.transaction().execute(insert));
}

import type { Kysely } from 'kysely';
import type { Tables } from '#store';
import { LEDGER_CHECKS } from './store/ledger-checks.ts';

/** One property of the books and where it is violated. */
export interface LedgerFinding {
  readonly property: string;
  /** At most 20 violations, as text. Empty: the property holds. */
  readonly broken: readonly string[];
}

const SHOWN = 20;

/**
 * Verifies the books from the database alone, in one snapshot: entries balance, balances equal their sums,
 * windows and spend equal the usage records, every paid record was charged once, no lease outlived its term.
 */
export async function checkLedger(db: Kysely<Tables>, nowMs: number): Promise<LedgerFinding[]> {
  if (db.isTransaction) return findAll(db, nowMs);
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((trx) => findAll(trx, nowMs));
}

async function findAll(trx: Kysely<Tables>, nowMs: number): Promise<LedgerFinding[]> {
  const findings: LedgerFinding[] = [];
  for (const { property, find } of LEDGER_CHECKS)
    findings.push({ property, broken: await find(trx, nowMs, SHOWN) });
  return findings;
}

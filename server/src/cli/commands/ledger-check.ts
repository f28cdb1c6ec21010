import { loadEnvironment } from '#config';
import { checkLedger } from '#features/billing';
import type { Invocation } from '../command.ts';
import type { ExitCode } from '../exit-codes.ts';
import { printFindings } from '../print-findings.ts';
import { runInServiceOrDatabase } from '../run-in-service-or-database.ts';

export async function ledgerCheck({ terminal }: Invocation): Promise<ExitCode> {
  const { findings } = await runInServiceOrDatabase(
    loadEnvironment(),
    'POST /ledger/check',
    {},
    // Journals of services that are not running may still hold records: they are not part of what is checked.
    (store, nowMs) => store.withoutTimeLimits(async (db) => ({ findings: await checkLedger(db, nowMs) })),
  );
  return printFindings(terminal, findings);
}

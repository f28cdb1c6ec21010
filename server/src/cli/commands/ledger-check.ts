import { type Environment, loadEnvironment } from '#config';
import { checkLedger, type LedgerFinding } from '#features/billing';
import { createClock } from '#kit';
import { controlClient } from '../../control/index.ts';
import type { Invocation } from '../command.ts';
import type { ExitCode } from '../exit-codes.ts';
import { printFindings } from '../print-findings.ts';
import { withDatabase } from '../with-database.ts';

export async function ledgerCheck({ terminal }: Invocation): Promise<ExitCode> {
  return printFindings(terminal, await check(loadEnvironment()));
}

async function check(environment: Environment): Promise<readonly LedgerFinding[]> {
  const client = await controlClient(environment.dataDir);
  if (client)
    return ((await client.call('POST /ledger/check', {})) as { findings: LedgerFinding[] }).findings;
  // Journals of services that are not running may hold records still: they are no part of what is checked.
  return withDatabase(environment, (store) =>
    store.withoutTimeLimits((db) => checkLedger(db, createClock().nowMs())),
  );
}

import { type Environment, loadEnvironment } from '#config';
import { checkLedger, type LedgerFinding } from '#features/billing';
import { createClock } from '#kit';
import { controlClient } from '../../control/index.ts';
import type { Invocation } from '../command.ts';
import { type ExitCode, FAILED, OK } from '../exit-codes.ts';
import { withDatabase } from '../with-database.ts';

export async function ledgerCheck({ terminal }: Invocation): Promise<ExitCode> {
  const findings = await check(loadEnvironment());
  for (const { property, broken } of findings) {
    terminal.out(`${broken.length === 0 ? 'ok  ' : 'FAIL'} ${property}`);
    for (const place of broken) terminal.out(`       ${place}`);
  }
  return findings.every(({ broken }) => broken.length === 0) ? OK : FAILED;
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

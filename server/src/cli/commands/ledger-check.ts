import { type Environment, loadEnvironment } from '#config';
import { checkLedger, type LedgerFinding } from '#features/billing';
import { createClock } from '#kit';
import { controlClient } from '../../control/index.ts';
import type { Command } from '../command.ts';
import { FAILED, OK } from '../exit-codes.ts';
import { withDatabase } from '../with-database.ts';

export const ledgerCheck: Command = {
  name: 'ledger check',
  summary: 'Check that the ledger, the balances, the windows and the usage records add up',
  async run({ terminal }) {
    const findings = await check(loadEnvironment());
    for (const { property, broken } of findings) {
      terminal.out(`${broken.length === 0 ? 'ok  ' : 'FAIL'} ${property}`);
      for (const place of broken) terminal.out(`       ${place}`);
    }
    return findings.every(({ broken }) => broken.length === 0) ? OK : FAILED;
  },
};

async function check(environment: Environment): Promise<readonly LedgerFinding[]> {
  const client = await controlClient(environment.dataDir);
  if (client) return ((await client.call('POST /ledger/check', {})) as { findings: LedgerFinding[] }).findings;
  // Journals of services that are not running may hold records still: they are no part of what is checked.
  return withDatabase(environment, (store) => store.withoutTimeLimits((db) => checkLedger(db, createClock().nowMs())));
}

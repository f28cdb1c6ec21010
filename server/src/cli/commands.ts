import { accountsReset } from './commands/accounts-reset.ts';
import { checkConfig } from './commands/check-config.ts';
import type { Command } from './command.ts';
import { creditsGrant } from './commands/credits-grant.ts';
import { doctor } from './doctor/doctor.ts';
import { keysRevoke } from './commands/keys-revoke.ts';
import { ledgerCheck } from './commands/ledger-check.ts';
import { migrateDatabase } from './commands/migrate.ts';
import { ownersReset } from './commands/owners-reset.ts';
import { provision } from './commands/provision.ts';
import { reload } from './commands/reload.ts';
import { start } from './commands/start.ts';
import { usageDrop } from './commands/usage-drop.ts';

/** Every command, in the order of the help. */
export const COMMANDS: readonly Command[] = [
  start,
  migrateDatabase,
  checkConfig,
  provision,
  doctor,
  keysRevoke,
  reload,
  ownersReset,
  accountsReset,
  creditsGrant,
  ledgerCheck,
  usageDrop,
];

import { accountsReset } from './accounts-reset.ts';
import { checkConfig } from './check-config.ts';
import type { Command } from './command.ts';
import { creditsGrant } from './credits-grant.ts';
import { doctor } from './doctor/doctor.ts';
import { keysRevoke } from './keys-revoke.ts';
import { ledgerCheck } from './ledger-check.ts';
import { migrateDatabase } from './migrate.ts';
import { ownersReset } from './owners-reset.ts';
import { provision } from './provision.ts';
import { reload } from './reload.ts';
import { start } from './start.ts';
import { usageDrop } from './usage-drop.ts';

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

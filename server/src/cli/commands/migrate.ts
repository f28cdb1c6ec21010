import { loadEnvironment } from '#config';
import type { Invocation } from '../command.ts';
import { type ExitCode, OK } from '../exit-codes.ts';
import { withDatabase } from '../with-database.ts';

export async function migrateDatabase({ terminal }: Invocation): Promise<ExitCode> {
  const kind = await withDatabase(loadEnvironment(), (store) => Promise.resolve(store.kind));
  terminal.out(`The ${kind} database is up to date.`);
  return OK;
}

import { loadEnvironment } from '#config';
import type { Command } from '../command.ts';
import { OK } from '../exit-codes.ts';
import { withDatabase } from '../with-database.ts';

export const migrateDatabase: Command = {
  name: 'migrate',
  summary: 'Bring the database up to date (a start does it too)',
  async run({ terminal }) {
    const kind = await withDatabase(loadEnvironment(), (store) => Promise.resolve(store.kind));
    terminal.out(`The ${kind} database is up to date.`);
    return OK;
  },
};

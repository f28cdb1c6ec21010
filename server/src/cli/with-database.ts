import { requireFinishedRestore } from '#backup';
import type { Environment } from '#config';
import { createLog } from '#kit';
import { migrate, namedDatabase, openStore, type Store } from '#store';
import { acquireControl } from '../control/index.ts';

/**
 * Opens the database for one command, migrated, while holding the data directory's lock as a running service does.
 * Throws DataDirectoryBusyError when a service, or another command, has it.
 */
export async function withDatabase<T>(
  environment: Environment,
  use: (store: Store) => Promise<T>,
): Promise<T> {
  const control = await acquireControl(environment.dataDir);
  try {
    await requireFinishedRestore(environment.dataDir);
    const { dataDir } = environment;
    const store = await openStore({ dataDir, log: createLog('silent'), ...namedDatabase(environment) });
    try {
      await migrate(store);
      return await use(store);
    } finally {
      await store.close();
    }
  } finally {
    await control.release();
  }
}

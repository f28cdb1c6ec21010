import { createLog } from '../../../server/src/kit/index.ts';
import { openStore, type Store } from '../../../server/src/store/index.ts';

/** `SVC_DATA_KEY` of services on PostgreSQL. */
export const DATA_KEY = Buffer.alloc(32, 7).toString('base64');

/** One for all: each log listens for the end of the process. */
const log = createLog('silent');

/** Opens the database of a service that runs no more, or any PostgreSQL, and closes it afterwards. */
export async function withStore<T>(
  where: { readonly dataDir: string; readonly databaseUrl?: string },
  use: (store: Store) => Promise<T>,
): Promise<T> {
  const store = await openStore({ ...where, log });
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}

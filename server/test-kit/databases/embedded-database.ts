import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { openStore } from '../../src/store/index.ts';
import type { OpenTestDatabase } from './databases.ts';
import { copyEmbeddedDatabase } from '../embedded/copy-database.ts';
import { lendDatabase } from '../embedded/reuse-databases.ts';

/** Receives everything and shows nothing. */
const log = pino({ level: 'silent' });

export async function openEmbeddedDatabase({
  migrated = true,
}: { readonly migrated?: boolean } = {}): Promise<OpenTestDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-test-'));
  if (migrated) lendDatabase(dataDir);
  else await copyEmbeddedDatabase(dataDir, { migrated });
  const store = await openStore({ dataDir, log });
  return {
    store,
    dataDir,
    async close() {
      await store.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

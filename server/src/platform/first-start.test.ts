import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { loadEnvironment } from '#config';
import { createLog } from '#kit';
import { makePreparedDatabase, openStore } from '#store';
import { startService } from './running-service.ts';

it('the first start migrates nothing where a database was prepared, and makes its key', async () => {
  const log = createLog('silent');
  await makePreparedDatabase(log);
  const directory = await mkdtemp(join(tmpdir(), 'svc-first-start-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  const startedAt = new Date();
  const environment = loadEnvironment({ HOST: '127.0.0.1', PORT: '0', SVC_DATA_DIR: directory }, directory);
  const service = await startService({ environment, log });
  expect(service.firstKey).toBeDefined();
  await service.drain();
  const store = await openStore({ dataDir: directory, log });
  const { rows } = await sql<{ name: string }>`
    select name from schema_migrations where timestamp >= ${startedAt.toISOString()}`.execute(store.db);
  await store.close();
  expect(rows).toEqual([]);
});

import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyEmbeddedDatabase } from '#test-kit';
import { checkpoint, OnlineBackup } from './online-backup.ts';
import { openStore, type Store } from './open-store.ts';

describe('checkpoints of the embedded database', () => {
  let dataDir: string;
  let store: Store;
  const logFiles = () =>
    readdirSync(join(dataDir, 'database/pg_wal'))
      .filter((name) => /^[0-9A-F]{24}$/.test(name))
      .toSorted();
  /** Fills more than one file of the log. */
  const write = () =>
    sql`insert into filler select repeat(md5(g::text), 60) from generate_series(1, 12000) g`.execute(
      store.db,
    );

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'svc-checkpoint-'));
    await copyEmbeddedDatabase(dataDir, { migrated: true });
    store = await openStore({ dataDir, log: pino({ level: 'silent' }) });
    await sql`create table filler (text text)`.execute(store.db);
  });
  afterAll(async () => {
    await store.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('free the log of changes', async () => {
    const [first] = logFiles();
    await write();
    expect(logFiles()).toContain(first);
    await checkpoint(store);
    expect(logFiles()).not.toContain(first);
  });

  it('wait for a backup that copies the log, also after its moment', async () => {
    const backup = await OnlineBackup.start(store);
    await write();
    const { taken } = await backup.stop(({ firstFile }) => firstFile);
    await write();
    await checkpoint(store);
    expect(logFiles()).toContain(taken);
    await backup.close();
    await checkpoint(store);
    expect(logFiles()).not.toContain(taken);
  });

  it('are possible again after a backup that was given up, as is the next backup', async () => {
    await (await OnlineBackup.start(store)).close();
    const backup = await OnlineBackup.start(store);
    const { label } = await backup.stop(() => undefined);
    expect(label).toMatch(/^START WAL LOCATION: /);
    await backup.close();
  });
});

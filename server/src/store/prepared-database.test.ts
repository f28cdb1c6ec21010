import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { schemaState } from './migrate.ts';
import { openStore } from './open-store.ts';
import { copyPreparedDatabase, makePreparedDatabase } from './prepared-database.ts';

const log = pino({ level: 'silent' });

describe('a prepared database', () => {
  let folder: string;
  let dataDir: string;
  let prepared: string[];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'svc-prepared-'));
    mkdirSync(join(folder, 'of-older-migrations'));
    await makePreparedDatabase(log, folder);
    prepared = readdirSync(folder);
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'svc-copied-'));
    return () => rmSync(dataDir, { recursive: true });
  });

  it('is made once, in place of those for other migrations', async () => {
    expect(prepared).toHaveLength(1);
    expect(prepared).not.toContain('of-older-migrations');
    const made = statSync(join(folder, prepared[0]!)).ino;
    await makePreparedDatabase(log, folder);
    expect(readdirSync(folder)).toEqual(prepared);
    expect(statSync(join(folder, prepared[0]!)).ino).toBe(made);
  });

  it('has every migration and nothing else, and its copy is private', async () => {
    await copyPreparedDatabase(dataDir, folder);
    const modes = (path: string) => statSync(join(dataDir, path)).mode & 0o777;
    expect(['database', 'database/base', 'database/PG_VERSION'].map(modes)).toEqual([0o700, 0o700, 0o600]);
    const store = await openStore({ dataDir, log });
    try {
      expect(await schemaState(store)).toBe('current');
      const { rows } = await sql`select id from organizations`.execute(store.db);
      expect(rows).toEqual([]);
    } finally {
      await store.close();
    }
  });

  it('is copied again after a kill in the middle of it, and never over a database', async () => {
    mkdirSync(join(dataDir, 'database.unfinished/base'), { recursive: true });
    writeFileSync(join(dataDir, 'database.unfinished/half'), '');
    // As a start leaves it that was killed before it had opened the database.
    mkdirSync(join(dataDir, 'database'));
    await copyPreparedDatabase(dataDir, folder);
    expect(readdirSync(dataDir)).toEqual(['database']);
    expect(readdirSync(join(dataDir, 'database'))).toContain('PG_VERSION');
    expect(readdirSync(join(dataDir, 'database'))).not.toContain('half');
    writeFileSync(join(dataDir, 'database/postmaster.opts'), 'its own');
    await copyPreparedDatabase(dataDir, folder);
    expect(statSync(join(dataDir, 'database/postmaster.opts')).size).toBe('its own'.length);
  });

  it('is not needed: without one for these migrations the start makes its own', async () => {
    const empty = mkdtempSync(join(tmpdir(), 'svc-prepared-'));
    mkdirSync(join(empty, 'of-older-migrations'));
    await copyPreparedDatabase(dataDir, empty);
    expect(readdirSync(dataDir)).toEqual([]);
    rmSync(empty, { recursive: true });
  });
});

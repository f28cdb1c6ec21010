import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newBlobKey, openBlobStore, type SealedBlobStore } from '#blobs';
import { createLog, Secret } from '#kit';
import { SealingRing } from '#sealing';
import { openStore, type Store } from '#store';
import { copyEmbeddedDatabase } from '#test-kit';
import { MANIFEST_ENTRY, packArchive } from './archive/pack-archive.ts';
import { readArchive } from './archive/read-archive.ts';
import { Backups } from './backups.ts';
import type { Manifest } from './manifest.ts';
import { restoreBackup, type RestoreTarget } from './restore-backup.ts';
import { requireFinishedRestore } from './restore-target.ts';

const log = createLog('silent');
const dataKey = new Secret(Buffer.alloc(32, 3).toString('base64'));
const JOURNAL = 'journal/000000000007.jsonl';

let base: string;
let source: string;
let store: Store;
let blobs: SealedBlobStore;
let backups: Backups;
/** What a test restores from, unless it makes its own. */
let archive: Buffer;
let target: string;
const nowMs = 1_800_000_000_000;

beforeAll(async () => {
  base = mkdtempSync(join(tmpdir(), 'svc-backup-'));
  source = join(base, 'source');
  await copyEmbeddedDatabase(source, { migrated: true });
  store = await openStore({ dataDir: source, log });
  await sql`create table probe (id int primary key)`.execute(store.db);
  blobs = await openFiles(source);
  backups = new Backups({
    dataDir: source,
    filesDir: join(source, 'files'),
    store,
    blobs,
    dataKey,
    nowMs: () => nowMs,
    log,
  });
  mkdirSync(join(source, 'journal'));
  writeFileSync(join(source, JOURNAL), '{"request_id":"req_1"}\n');
  writeFileSync(join(source, 'node-id'), 'node_1\n');
  writeFileSync(join(source, 'data.key'), dataKey.reveal());
  archive = await make();
});

afterAll(async () => {
  await store.close();
  rmSync(base, { recursive: true, force: true });
});

beforeEach(() => {
  target = mkdtempSync(join(base, 'target-'));
});

function openFiles(dataDir: string): Promise<SealedBlobStore> {
  return openBlobStore({
    config: { type: 'local', shared: false },
    filesDir: join(dataDir, 'files'),
    sealing: new SealingRing(dataKey),
  });
}

/** Makes a backup; `meanwhile` is called between its parts, with the name of the next entry. */
async function make(meanwhile: (next: string) => Promise<void> = async () => {}): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of await backups.start('1.2.3')) {
    if (chunk.length === 512 && chunk.toString('latin1', 257, 262) === 'ustar')
      await meanwhile(chunk.toString('latin1', 0, 100).split('\0')[0]!);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function restore(bytes: Buffer, change: Partial<RestoreTarget> = {}) {
  return restoreBackup(Readable.from([bytes]), {
    dataDir: target,
    filesDir: join(target, 'files'),
    dataKey,
    version: '1.2.3',
    ...change,
  });
}

async function putBlob(content: Buffer, atMs = nowMs): Promise<string> {
  const key = newBlobKey(atMs);
  await blobs.put(key, 'deployment', Readable.from([content]));
  return key;
}

async function readBlob(dataDir: string, key: string): Promise<Buffer> {
  return buffer(await (await openFiles(dataDir)).get(key));
}

async function probes(dataDir: string): Promise<number[]> {
  const restored = await openStore({ dataDir, log });
  try {
    const { rows } = await sql<{ id: number }>`select id from probe order by id`.execute(restored.db);
    return rows.map(({ id }) => id);
  } finally {
    await restored.close();
  }
}

const insert = async (id: number) => void (await sql`insert into probe values (${id})`.execute(store.db));

describe('a backup', () => {
  it('restores the database, the journals, the node and the files, and nothing else', async () => {
    await insert(1);
    const content = Buffer.alloc(3_000_000, 'file');
    const key = await putBlob(content);
    const { manifest, counts } = await restore(await make());
    expect(manifest).toMatchObject({
      format: 1,
      version: '1.2.3',
      created_at: '2027-01-15T08:00:00Z',
      database: { kind: 'embedded' },
      files: 'included',
    });
    expect(counts.database).toEqual({ organizations: 0, users: 0, api_keys: 0, files: 0 });
    expect(counts.files.count).toBe(1);
    expect(counts.journals.bytes).toBe(23);
    expect(readdirSync(target).toSorted()).toEqual(['database', 'files', 'journal', 'node-id']);
    expect(readFileSync(join(target, JOURNAL), 'utf8')).toBe('{"request_id":"req_1"}\n');
    expect(readFileSync(join(target, 'node-id'), 'utf8')).toBe('node_1\n');
    expect(await readBlob(target, key)).toEqual(content);
    expect(await probes(target)).toEqual([1]);
    expect(existsSync(join(target, 'database/backup_label.old'))).toBe(false);
    await blobs.delete(key);
  });

  it('has what was committed until the database was copied, and nothing of later', async () => {
    const early = await putBlob(Buffer.from('early'));
    let late = '';
    let deletion: Promise<void> | undefined;
    const bytes = await make(async (next) => {
      if (next === 'database/base/') await insert(10);
      if (next === 'database/base/1/') await sql`delete from probe where id = 1`.execute(store.db);
      if (next !== 'database/backup_label') return;
      await insert(11);
      // Deleted and completed after the moment: there the one, and not the other, although its key is older.
      deletion = blobs.delete(early);
      late = await putBlob(Buffer.from('late'), nowMs - 1000);
      rmSync(join(source, JOURNAL));
    });
    writeFileSync(join(source, JOURNAL), '{"request_id":"req_1"}\n');
    const { counts } = await restore(bytes);
    expect(await probes(target)).toEqual([10]);
    expect((await readBlob(target, early)).toString()).toBe('early');
    await expect(readBlob(target, late)).rejects.toThrow('no blob');
    expect(counts.files.count).toBe(1);
    expect(readFileSync(join(target, JOURNAL), 'utf8')).toContain('req_1');
    // It waited until the copy was over.
    await deletion;
    await expect(blobs.get(early)).rejects.toThrow('no blob');
    await blobs.delete(late);
  });

  it('can be made one at a time, and again when one was broken off', async () => {
    const first = await backups.start('1.2.3');
    await expect(backups.start('1.2.3')).rejects.toThrow(
      'Another backup is running. Try again when it is done.',
    );
    await first.next();
    await first.return();
    const unread = await backups.start('1.2.3');
    await unread.return();
    await insert(20);
    await restore(await make());
    expect(await probes(target)).toContain(20);
  });

  it('does not contain the data key', () => {
    expect(archive.includes(dataKey.reveal())).toBe(false);
    expect(archive.includes(Buffer.from(dataKey.reveal(), 'base64'))).toBe(false);
  });
});

describe('a restore refuses, and leaves the directory as it was,', () => {
  const assertRefused = async (bytes: Buffer, message: string, change: Partial<RestoreTarget> = {}) => {
    const before = readdirSync(target, { recursive: true });
    const error = await restore(bytes, change).catch((thrown: unknown) => thrown);
    expect((error as Error).message).toBe(message);
    expect(readdirSync(target, { recursive: true })).toEqual(before);
    await requireFinishedRestore(target);
  };

  const packed = async (texts: readonly (readonly [string, string])[]) => {
    async function* entries() {
      for (const [name, content] of texts) yield { name, content };
    }
    return Buffer.concat(await Array.fromAsync(packArchive(entries())));
  };

  /** The archive with another manifest: what follows it does not match, but nobody comes that far. */
  const withManifest = async (change: (manifest: Manifest) => object) => {
    const [first] = await Array.fromAsync(readArchive(Readable.from([archive])), async (entry) =>
      entry.name === MANIFEST_ENTRY ? (await buffer(entry.content())).toString() : '',
    );
    const text = JSON.stringify(change(JSON.parse(first!) as Manifest));
    return packed([[MANIFEST_ENTRY, text]]);
  };

  it('a directory that is not empty', async () => {
    mkdirSync(join(target, 'database'));
    writeFileSync(join(target, 'notes'), '');
    await assertRefused(
      archive,
      `${target} is not empty (database, notes). Move it away, or set SVC_DATA_DIR to an empty directory. Nothing was restored.`,
    );
  });

  it('a backup that is cut', async () => {
    const message = 'The backup is incomplete: it ends too early. Nothing was restored.';
    for (const length of [0, 100, 20_000_000, archive.length - 512 * 3, archive.length - 1])
      await assertRefused(archive.subarray(0, length), message);
  });

  it('a backup that was changed, by one bit', async () => {
    for (const place of [5_000_000, archive.length - 40_000]) {
      const changed = Buffer.from(archive);
      changed[place]! ^= 1;
      await assertRefused(
        changed,
        'The backup is damaged: its content does not match its checksum. Nothing was restored.',
      );
    }
  });

  it('a backup of a newer version', async () => {
    const message =
      'The backup was made by a newer version of Svc (9.0.0; this is 1.2.3). Restore it with that version. Nothing was restored.';
    await assertRefused(
      await withManifest((manifest) => ({ ...manifest, format: 2, version: '9.0.0' })),
      message,
    );
    const database = { kind: 'embedded', migrations: ['9999_future'] };
    await assertRefused(
      await withManifest((manifest) => ({ ...manifest, version: '9.0.0', database })),
      message,
    );
  });

  it('another data key, and none', async () => {
    await assertRefused(
      archive,
      'The data key is not the one of the backup, so nothing that is encrypted in it could be read. Set SVC_DATA_KEY to the key of the backed up service. Nothing was restored.',
      { dataKey: new Secret(Buffer.alloc(32, 4).toString('base64')) },
    );
    await assertRefused(
      archive,
      `The data key is missing. It is not part of a backup: set SVC_DATA_KEY to that of the backed up service, or put its data.key into ${target}. Nothing was restored.`,
      { dataKey: undefined },
    );
  });

  it('another kind of storage', async () => {
    await assertRefused(
      archive,
      'The files of the backup were in a folder, and svc.yaml says that files are in a bucket. Configure a folder under storage. Nothing was restored.',
      { filesDir: undefined },
    );
  });

  it('a path that no backup has', async () => {
    const text = (await withManifest((given) => given)).toString('utf8', 512).split('\0')[0]!;
    for (const name of [
      '../evil',
      'database/../../evil',
      '/etc/evil',
      'data.key',
      'files/evil',
      'journal/evil.sh',
    ]) {
      await assertRefused(
        await packed([
          [MANIFEST_ENTRY, text],
          [name, 'x'],
        ]),
        'The backup is damaged: its content does not match its checksum. Nothing was restored.',
      );
    }
    expect(existsSync(join(target, '../evil'))).toBe(false);
  });
});

it('a restore that was killed keeps everything else out of the directory, and another one takes it over', async () => {
  mkdirSync(join(target, 'restore.unfinished/database'), { recursive: true });
  await expect(requireFinishedRestore(target)).rejects.toThrow(
    `A restore into ${target} did not finish. Empty the directory, except for data.key, and run svc restore again.`,
  );
  await restore(archive);
  await requireFinishedRestore(target);
  expect(readdirSync(target)).toContain('database');
});

it('restores files into a folder elsewhere', async () => {
  const key = await putBlob(Buffer.from('elsewhere'));
  const filesDir = mkdtempSync(join(base, 'files-'));
  await restore(await make(), { filesDir });
  expect(readdirSync(target)).not.toContain('files');
  expect(readdirSync(filesDir)).toEqual(['blobs']);
  expect(existsSync(join(filesDir, 'blobs', key.slice(0, 10), key))).toBe(true);
  await blobs.delete(key);
});

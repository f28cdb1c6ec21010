import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newBlobKey, SealedBlobStore, type BlobStore } from '#blobs';
import { createOrganization } from '#features/organization';
import { insertWorkspace } from '#features/workspaces';
import { enqueueJobs } from '#jobs';
import { createClock, DAY_MS, HOUR_MS, newId, Secret } from '#kit';
import { SealingRing } from '#sealing';
import type { Tables } from '#store';
import { MemoryStorage, TEST_SEALING, testDatabases, type OpenTestDatabase } from '#test-kit';
import { failUnattended } from '../fail-unattended.ts';
import { PROCESS_FILE } from '../process-file.ts';
import { enqueueBlobRemoval } from '../remove-blobs.ts';
import { checkFiles } from './check-files.ts';
import { sweepFiles } from './sweep-files.ts';

type FileStatus = Tables['files']['status'];

const clock = createClock();
const NOW_MS = clock.nowMs();
const BEGAN_MS = NOW_MS - 30 * DAY_MS;
const NO_NAMES = {
  marketplace_id: null,
  manifest_display_name: null,
  manifest_description: null,
  display_name: null,
  description: null,
};

describe.each(await testDatabases())('files and their bytes on the $kind database', (database) => {
  let opened: OpenTestDatabase;
  let ids: { readonly organization_id: string; readonly workspace_id: string };
  let storage: MemoryStorage;
  let blobs: SealedBlobStore;
  let lines: { readonly msg: string }[];

  beforeAll(async () => {
    opened = await database.open();
    const { db } = opened.store;
    const organizationId = await createOrganization(db, { name: 'Acme', plan: 'pro' }, BEGAN_MS);
    const workspace = { organizationId, name: 'Default', allowedIps: [] };
    ids = {
      organization_id: organizationId,
      workspace_id: await insertWorkspace(db, workspace, BEGAN_MS),
    };
  });
  afterAll(() => opened.close());
  beforeEach(async () => {
    await opened.store.db.deleteFrom('files').execute();
    await opened.store.db.deleteFrom('jobs').execute();
    storage = new MemoryStorage();
    blobs = new SealedBlobStore(storage, TEST_SEALING);
    lines = [];
  });

  const putBlob = async (ageMs: number, store: BlobStore = blobs): Promise<string> => {
    const key = newBlobKey(NOW_MS - ageMs);
    await store.put(key, 'deployment', bytesOf('hello'));
    return key;
  };
  const row = (status: FileStatus, blobKey: string, bytes = 5) => ({
    ...ids,
    id: newId('file_', NOW_MS),
    filename: 'a.txt',
    purpose: 'document' as const,
    mime_type: 'text/plain',
    bytes,
    status,
    status_detail: status === 'failed' ? ('corrupt_file' as const) : null,
    source: 'upload' as const,
    blob_key: blobKey,
    text_blob_key: null as string | null,
    created_at: NOW_MS,
    expires_at: NOW_MS + DAY_MS,
    lease_ends_at: status === 'uploading' ? NOW_MS + 60_000 : null,
  });
  const insert = async (...rows: ReturnType<typeof row>[]): Promise<string> => {
    await opened.store.db.insertInto('files').values(rows).execute();
    return rows[0]!.id;
  };
  const addFile = async (status: FileStatus, blobKey: string, bytes?: number): Promise<string> =>
    insert(row(status, blobKey, bytes));
  const broken = async (store: BlobStore = blobs): Promise<string[]> => {
    const findings = await checkFiles({ db: opened.store.db, blobs: store }, NOW_MS);
    expect(findings).toHaveLength(5);
    return findings.flatMap((finding) => finding.broken);
  };
  const sweep = async (store: BlobStore = blobs): Promise<string[]> => {
    const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
    const { run } = sweepFiles({ db: opened.store.db, blobs: store, clock, log });
    const postponed = await run({}, { jobId: 'job_1', signal: new AbortController().signal });
    expect(postponed?.dueAtMs).toBeGreaterThan(clock.nowMs() + HOUR_MS);
    return lines.map(({ msg }) => msg);
  };
  const stateOf = (id: string) =>
    opened.store.db
      .selectFrom('files')
      .select(['status', 'status_detail'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();

  it('D-FILE-6 are consistent while files are uploaded, processed, failed and removed', async () => {
    const { db } = opened.store;
    await addFile('ready', await putBlob(DAY_MS));
    await addFile('uploading', newBlobKey(NOW_MS), 16_777_216);
    await addFile('uploading', await putBlob(0), 16_777_216);
    await addFile('failed', newBlobKey(NOW_MS));
    const id = await addFile('processing', await putBlob(0));
    await enqueueJobs(
      db,
      [{ kind: PROCESS_FILE, organizationId: null, key: id, payload: { file_id: id } }],
      NOW_MS,
    );
    await enqueueBlobRemoval(
      db,
      { organizationId: ids.organization_id, keys: [await putBlob(DAY_MS), newBlobKey(NOW_MS)] },
      NOW_MS,
    );
    expect(await broken()).toEqual([]);
    expect(await sweep()).toEqual([]);
    expect(storage.objects.size).toBe(4);
  });

  it('D-FILE-6 bytes without a file are found, and removed an hour after they were stored', async () => {
    const old = await putBlob(2 * HOUR_MS);
    const young = await putBlob(HOUR_MS / 2);
    expect(await broken()).toEqual([old, young]);
    expect(await sweep()).toEqual(['removed orphaned blobs']);
    expect([...storage.objects.keys()]).toEqual([young]);
  });

  it('D-PLUG-1 bundles of plugins are kept, and reported when they are missing', async () => {
    const { db } = opened.store;
    const key = await putBlob(2 * HOUR_MS);
    const id = newId('plg_', NOW_MS);
    const plugin = {
      id,
      organization_id: ids.organization_id,
      name: 'notes',
      latest_version: '1.0.0',
      policy: 'available' as const,
      workspace_ids: null,
      blob_key: key,
      bytes: 5,
      created_at: NOW_MS,
      updated_at: NOW_MS,
    };
    await db
      .insertInto('plugins')
      .values({ ...plugin, ...NO_NAMES })
      .execute();
    expect(await broken()).toEqual([]);
    expect(await sweep()).toEqual([]);
    storage.objects.delete(key);
    expect(await broken()).toEqual([`plugin ${id}, bundle ${key}`]);
    expect(await sweep()).toEqual(['bundles of plugins are missing; add their next versions']);
    await db.deleteFrom('plugins').execute();
  });

  it('D-FILE-6 bytes whose removal job failed for good are removed by the sweep', async () => {
    const { db } = opened.store;
    const key = await putBlob(2 * HOUR_MS);
    await enqueueBlobRemoval(db, { organizationId: ids.organization_id, keys: [key] }, NOW_MS);
    await db.updateTable('jobs').set({ failed_at: NOW_MS }).execute();
    expect(await broken()).toEqual([key]);
    await sweep();
    expect(storage.objects.size).toBe(0);
  });

  it('bytes of another deployment, or older than the database, are reported and never removed', async () => {
    const others = new SealedBlobStore(
      storage,
      new SealingRing(new Secret(Buffer.alloc(32, 8).toString('base64'))),
    );
    const unreadable = await putBlob(2 * HOUR_MS, others);
    const earlier = await putBlob(31 * DAY_MS);
    expect(await broken()).toEqual([earlier, `${unreadable}, damaged or sealed with another data key`]);
    expect(await sweep()).toEqual(['bytes of another deployment or database found; not removed']);
    expect(lines).toMatchObject([{ left: 2 }]);
    expect(storage.objects.size).toBe(2);
  });

  it('FILE-27 the sweep fails a file whose bytes are missing or truncated', async () => {
    const whole = await addFile('ready', await putBlob(DAY_MS));
    const missing = await addFile('ready', newBlobKey(NOW_MS - HOUR_MS));
    const cut = await putBlob(HOUR_MS);
    storage.objects.set(cut, storage.objects.get(cut)!.subarray(0, 1000));
    const cutFile = await addFile('ready', cut);
    expect(await broken()).toEqual([
      expect.stringMatching(new RegExp(`^file ${missing}, content blob_\\w+$`)),
      `file ${cutFile}, content ${cut}: 5 bytes, cut or extended in the storage`,
    ]);
    expect(await sweep()).toEqual(['files without their bytes marked as failed']);
    const failed = { status: 'failed', status_detail: 'processing_error' };
    expect(await stateOf(missing)).toEqual(failed);
    expect(await stateOf(cutFile)).toEqual(failed);
    expect(await stateOf(whole)).toEqual({ status: 'ready', status_detail: null });
    expect(await broken()).toEqual([]);
  });

  it('files are not changed when most of them lack their bytes: the storage is wrong then', async () => {
    await insert(...Array.from({ length: 11 }, () => row('ready', newBlobKey(NOW_MS))));
    expect(await broken()).toHaveLength(11);
    expect(await sweep()).toEqual(['most bytes of files are missing; no file was changed']);
    expect(await broken()).toHaveLength(11);
  });

  it('FILE-30 extracted texts belong to their documents, and a lost one is cleared', async () => {
    const text = { text_blob_key: await putBlob(DAY_MS) };
    await insert({ ...row('ready', await putBlob(DAY_MS)), ...text });
    await insert({ ...row('processing', await putBlob(DAY_MS)), text_blob_key: newBlobKey(NOW_MS) });
    const lost = newBlobKey(NOW_MS - HOUR_MS);
    const id = await insert({ ...row('ready', await putBlob(DAY_MS)), text_blob_key: lost });
    const unattended = expect.stringMatching(/^file file_\w+$/) as string;
    expect(await broken()).toEqual([`file ${id}, text ${lost}`, unattended]);
    expect(await sweep()).toContain('kept texts of documents are missing; documents will be read again');
    expect(await stateOf(id)).toEqual({ status: 'ready', status_detail: null });
    expect(await broken()).toEqual([unattended]);
    expect(storage.objects.size).toBe(4);
  });

  it('FILE-27 a file fails once its job has failed for good, and not before', async () => {
    const { db } = opened.store;
    const id = await addFile('processing', await putBlob(0));
    await enqueueJobs(
      db,
      [{ kind: PROCESS_FILE, organizationId: null, key: id, payload: { file_id: id } }],
      NOW_MS,
    );
    const { run } = failUnattended({ db, log: pino({ level: 'silent' }) });
    await run();
    expect(await broken()).toEqual([]);
    expect(await stateOf(id)).toEqual({ status: 'processing', status_detail: null });
    await db.updateTable('jobs').set({ failed_at: NOW_MS }).execute();
    expect(await broken()).toEqual([`file ${id}`]);
    await run();
    expect(await stateOf(id)).toEqual({ status: 'failed', status_detail: 'processing_error' });
    expect(await broken()).toEqual([]);
  });

  it('D-FILE-6 an aborted upload is found some time after its lease has ended', async () => {
    const lapsed = { ...row('uploading', newBlobKey(NOW_MS)), lease_ends_at: NOW_MS - 61_000 };
    await insert({ ...lapsed, lease_ends_at: NOW_MS - 50_000, id: 'file_a', blob_key: 'blob_a' }, lapsed);
    expect(await broken()).toEqual([`file ${lapsed.id}`]);
  });

  it('D-FILE-6 a file that is added or removed between two reads is not a difference', async () => {
    const { db } = opened.store;
    const going = await putBlob(2 * HOUR_MS);
    await addFile('ready', going);
    const goes = meanwhile(blobs, async () => {
      await db.deleteFrom('files').execute();
      await blobs.delete(going);
    });
    expect(await broken(goes)).toEqual([]);
    const coming = await putBlob(2 * HOUR_MS);
    const comes = meanwhile(blobs, async () => void (await addFile('ready', coming)));
    expect(await sweep(comes)).toEqual([]);
    expect(storage.objects.has(coming)).toBe(true);
    const removed = meanwhile(blobs, async () => {
      await db.transaction().execute(async (trx) => {
        await trx.deleteFrom('files').execute();
        await enqueueBlobRemoval(trx, { organizationId: ids.organization_id, keys: [coming] }, NOW_MS);
      });
    });
    expect(await broken(removed)).toEqual([]);
    await addFile('ready', newBlobKey(NOW_MS));
    const goesLater: BlobStore = {
      ...removed,
      list: () => blobs.list(),
      async get(key, range) {
        await db.deleteFrom('files').execute();
        return blobs.get(key, range);
      },
    };
    expect(await broken(goesLater)).toEqual([]);
  });

  it('D-FILE-6 differences are found in any of many pages', async () => {
    const keys: string[] = [];
    for (let n = 0; n < 1100; n++) keys.push(await putBlob(2 * HOUR_MS + n));
    keys.sort();
    const unnamed = [0, 499, 500, 501, 1099].map((index) => keys[index]!);
    const named = keys.filter((key) => !unnamed.includes(key));
    await insert(...named.map((key) => row('ready', key)));
    storage.objects.delete(named[700]!);
    expect(await broken()).toEqual([...unnamed, expect.stringContaining(named[700]!)]);
    await sweep();
    expect(storage.objects.size).toBe(1094);
    expect(await broken()).toEqual([]);
  });
});

async function* bytesOf(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text);
}

/** The same store, but an action runs right after its list was read. */
function meanwhile(blobs: BlobStore, happen: () => Promise<void>): BlobStore {
  return {
    put: (...put) => blobs.put(...put),
    get: (...get) => blobs.get(...get),
    delete: (key) => blobs.delete(key),
    removeUnfinished: (beforeMs) => blobs.removeUnfinished(beforeMs),
    async *list() {
      const all = await Array.fromAsync(blobs.list());
      yield* all;
      await happen();
    },
  };
}

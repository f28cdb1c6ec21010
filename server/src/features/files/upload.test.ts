import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createOrganization } from '#features/organization';
import { insertWorkspace } from '#features/workspaces';
import { LIMITS } from '@svc/contract';
import type { BlobStore } from '#blobs';
import { createClock, HOUR_MS } from '#kit';
import { WorkspaceScope } from '#store';
import { memoryBlobStore, testDatabases, type OpenTestDatabase } from '#test-kit';
import { storeFile } from './store-file.ts';
import { finishUpload } from './store/uploads.ts';
import { Upload } from './upload.ts';
import { UploadLeases } from './upload-leases.ts';

const clock = createClock();
const UNAVAILABLE = { catalogName: 'temporarily_unavailable' };

describe.each(await testDatabases())('an upload on the $kind database', (database) => {
  const blobs = memoryBlobStore();
  let opened: OpenTestDatabase;
  let scope: WorkspaceScope;
  let upload: Upload;
  beforeAll(async () => {
    opened = await database.open();
    const { db } = opened.store;
    const organizationId = await createOrganization(db, { name: 'Acme', plan: 'pro' }, clock.nowMs());
    const workspace = { organizationId, name: 'Default', allowedIps: [] };
    scope = new WorkspaceScope(db, organizationId, await insertWorkspace(db, workspace, clock.nowMs()));
  });
  afterAll(() => opened.close());
  beforeEach(async () => {
    upload = begin(blobs);
    upload.field('purpose', 'document');
    await send(upload);
  });

  const begin = (store: BlobStore, leases = new UploadLeases(opened.store.db, clock)): Upload => {
    const { db } = opened.store;
    const deps = { db, clock, blobs: store, limits: () => LIMITS, leases };
    return new Upload(deps, { scope, declaredBytes: undefined, hasDigest: false, isRepetition: false });
  };
  const send = (to: Upload): Promise<void> => to.file('file', 'a.txt', Readable.from([Buffer.from('hello')]));
  const finish = (): Promise<boolean> =>
    finishUpload(scope, upload.id, {
      purpose: 'document',
      mime_type: 'text/plain',
      bytes: 5,
      created_at: clock.nowMs(),
      expires_at: clock.nowMs() + HOUR_MS,
    });
  const row = () =>
    opened.store.db.selectFrom('files').selectAll().where('id', '=', upload.id).executeTakeFirst();
  const removals = async (): Promise<unknown[]> =>
    (await opened.store.db.selectFrom('jobs').select('payload').execute()).map(({ payload }) => payload);

  it('that is discarded leaves no row, and its bytes are removed', async () => {
    const { blob_key: key } = (await row())!;
    await upload.drop();
    expect(await row()).toBeUndefined();
    expect(await removals()).toContainEqual({ keys: [key] });
  });

  it('that became a file keeps its bytes although the response to the commit was lost', async () => {
    const before = (await removals()).length;
    expect(await finish()).toBe(true);
    await upload.drop();
    expect(await row()).toMatchObject({ status: 'processing', bytes: 5 });
    expect(await removals()).toHaveLength(before);
  });

  it('whose row another node removed as aborted has its late bytes removed', async () => {
    const { blob_key: key } = (await row())!;
    await opened.store.db.deleteFrom('files').where('id', '=', upload.id).execute();
    expect(await finish()).toBe(false);
    await upload.drop();
    expect(await removals()).toContainEqual({ keys: [key] });
  });

  it('D-FILE-6 whose lease is lost ends although its source is idle, refuses what still comes, and is not published', async () => {
    const leases = new UploadLeases(opened.store.db, clock);
    upload = begin(blobs, leases);
    const { promise: first, resolve: stored } = Promise.withResolvers<void>();
    const never = new Promise<void>(() => undefined);
    async function* idle() {
      yield Buffer.from('hello');
      stored();
      await never;
    }
    const sent = upload.file('file', 'a.txt', idle()).catch((error: unknown) => error);
    await first;
    const { blob_key: key } = (await row())!;
    await opened.store.db.deleteFrom('files').where('id', '=', upload.id).execute();
    await leases.job.run();
    expect(await sent).toMatchObject(UNAVAILABLE);
    expect(() => upload.field('purpose', 'document')).toThrow(expect.objectContaining(UNAVAILABLE));
    await expect(upload.complete({ zeroDataRetention: false })).rejects.toMatchObject(UNAVAILABLE);
    await upload.drop();
    expect(await removals()).toContainEqual({ keys: [key] });
  });

  it('D-FILE-6 whose lease is lost after its last byte is not published', async () => {
    const leases = new UploadLeases(opened.store.db, clock);
    upload = begin(blobs, leases);
    upload.field('purpose', 'document');
    await send(upload);
    await opened.store.db.deleteFrom('files').where('id', '=', upload.id).execute();
    await leases.job.run();
    await expect(upload.complete({ zeroDataRetention: false })).rejects.toMatchObject(UNAVAILABLE);
    await upload.drop();
  });

  it('D-FILE-6 of the service itself ends when its lease is lost', async () => {
    const { db } = opened.store;
    const uploadLeases = new UploadLeases(db, clock);
    const { promise: started, resolve: start } = Promise.withResolvers<void>();
    async function* idle() {
      yield Buffer.from('{}');
      start();
      await new Promise(() => undefined);
    }
    const made = {
      filename: 'out.jsonl',
      purpose: 'batch',
      source: 'batch_output',
      mimeType: 'application/jsonl',
    } as const;
    const signal = new AbortController().signal;
    const stored = storeFile({ blobs, clock, uploadLeases }, scope, made, idle(), signal).catch(
      (error: unknown) => error,
    );
    await started;
    await db.deleteFrom('files').where('filename', '=', 'out.jsonl').execute();
    await uploadLeases.job.run();
    expect(await stored).toMatchObject(UNAVAILABLE);
  });

  it('whose bytes were stored although the response of the storage was lost has them removed', async () => {
    const lost = Object.assign(Object.create(blobs) as BlobStore, {
      put: async (...all: Parameters<BlobStore['put']>) => {
        await blobs.put(...all);
        throw new Error('connection lost');
      },
    });
    upload = begin(lost);
    await expect(send(upload)).rejects.toThrow('connection lost');
    const { blob_key: key } = (await row())!;
    await upload.drop();
    expect(await row()).toBeUndefined();
    expect(await removals()).toContainEqual({ keys: [key] });
  });
});

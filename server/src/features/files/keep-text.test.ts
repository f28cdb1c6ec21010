import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DocumentReading } from '#content';
import { createClock } from '#kit';
import { memoryBlobStore, testDatabases, type OpenTestDatabase } from '#test-kit';
import { keepText } from './keep-text.ts';
import { findProcessing } from './store/file-lives.ts';
import type { StoredFile } from './store/file-rows.ts';

const READING: DocumentReading = { format: 'pdf', pages: [{ number: 1, text: 'hello' }] };
const never = new AbortController().signal;

describe.each(await testDatabases())('the text of a document on the $kind database', (database) => {
  const clock = createClock();
  const blobs = memoryBlobStore();
  let opened: OpenTestDatabase;
  beforeAll(async () => {
    opened = await database.open();
    const { db } = opened.store;
    const created = { created_at: 1, name: 'x' };
    await db
      .insertInto('organizations')
      .values({ id: 'org_1', provisioning_name: 'x', plan: 'pro', subscribed_at: 1, ...created })
      .execute();
    await db
      .insertInto('workspaces')
      .values({ id: 'ws_1', organization_id: 'org_1', allowed_ips: [], ...created })
      .execute();
  });
  afterAll(() => opened.close());

  const processed = async (id: string, textKey: string | null): Promise<StoredFile> => {
    const { db } = opened.store;
    await db
      .insertInto('files')
      .values({
        id,
        organization_id: 'org_1',
        workspace_id: 'ws_1',
        filename: 'a.pdf',
        purpose: 'document',
        mime_type: 'application/pdf',
        bytes: 1,
        status: 'processing',
        source: 'upload',
        blob_key: `${id} bytes`,
        text_blob_key: textKey,
        created_at: 1,
        expires_at: clock.nowMs() + 1e9,
      })
      .execute();
    return (await findProcessing(db, id))!;
  };
  const keep = (file: StoredFile, signal = never): Promise<void> =>
    keepText({ db: opened.store.db, blobs, clock }, file, READING, signal);
  const rowOf = (id: string) =>
    opened.store.db
      .selectFrom('files')
      .select(['status', 'text_blob_key'])
      .where('id', '=', id)
      .executeTakeFirst();
  const stored = async (): Promise<string[]> => (await Array.fromAsync(blobs.list())).map(({ key }) => key);
  const removals = async (): Promise<unknown[]> =>
    (await opened.store.db.selectFrom('jobs').select('payload').execute()).map(({ payload }) => payload);

  it('FILE-26 is in the store when the file is ready, and its key is in the row before it is stored', async () => {
    const file = await processed('file_whole', null);
    const stop = AbortSignal.abort(new Error('stopped'));
    await expect(keep(file, stop)).rejects.toThrow('stopped');
    const cut = await rowOf('file_whole');
    expect(cut).toMatchObject({ status: 'processing', text_blob_key: expect.any(String) });
    await keep((await findProcessing(opened.store.db, 'file_whole'))!);
    const whole = await rowOf('file_whole');
    expect(whole!.status).toBe('ready');
    expect(await stored()).toEqual([whole!.text_blob_key]);
    // What the first attempt may have stored.
    expect(await removals()).toEqual([{ keys: [cut!.text_blob_key] }]);
  });

  it('is left to the node that claimed the file last', async () => {
    const before = await stored();
    const file = await processed('file_taken', 'blob_of_another');
    await keep({ ...file, text_blob_key: null });
    expect(await rowOf('file_taken')).toEqual({ status: 'processing', text_blob_key: 'blob_of_another' });
    expect([await stored(), (await removals()).length]).toEqual([before, 1]);
  });

  it('is removed when the file was deleted while it was stored', async () => {
    const before = await stored();
    const file = await processed('file_gone', null);
    const { put } = blobs;
    blobs.put = async (...arguments_) => {
      await opened.store.db.deleteFrom('files').where('id', '=', 'file_gone').execute();
      return put.apply(blobs, arguments_);
    };
    await keep(file);
    blobs.put = put;
    expect(await stored()).toEqual(before);
  });
});

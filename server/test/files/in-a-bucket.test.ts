import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { MAIN_KEY, pdf, startFakeS3, type FakeS3 } from '#test-kit';
import { startFilesFixture, type FilesFixture } from './files-fixture.ts';

/** More than two parts of a multipart upload. */
const LARGE_BYTES = 12_000_000;

let s3: FakeS3;
let files: FilesFixture;
beforeAll(async () => {
  s3 = await startFakeS3();
  const key = { access_key: 'test', secret_key: 'test' };
  files = await startFilesFixture({}, {}, { storage: { ...s3.config, ...key } });
});
afterEach(async () => {
  s3.reply = undefined;
  const { body } = await files.request('GET', '/v1/files');
  for (const { id } of body['data']) await files.request('DELETE', `/v1/files/${id}`);
});
afterAll(async () => {
  await files.service.stop();
  await s3.close();
});

const file = (name: string, bytes: Uint8Array | string): File => new File([bytes as BlobPart], name);
const upload = (bytes: Uint8Array) =>
  files.upload([
    ['purpose', 'code_input'],
    ['file', file('a.bin', bytes)],
  ]);
const content = (id: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`http://127.0.0.1:${files.service.port}/v1/files/${id}/content`, {
    headers: { authorization: `Bearer ${MAIN_KEY}`, ...headers },
  });
const objects = async (): Promise<number> => {
  const { endpoint, bucket } = s3.config;
  const list = await (await fetch(`${endpoint}/${bucket}?list-type=2`)).text();
  return list.split('<Key>').length - 1;
};
const listed = async () => (await files.request('GET', '/v1/files')).body['data'];

describe('files in a bucket', () => {
  it('FILE-03 FILE-26 D-FILE-2 are stored in parts, processed, downloaded in ranges and deleted', async () => {
    const bytes = randomBytes(LARGE_BYTES);
    const { id, status } = await files.prepared('code_input', file('a.bin', bytes));
    expect(status).toBe('ready');
    expect(Buffer.from(await (await content(id)).arrayBuffer()).equals(bytes)).toBe(true);
    const part = await content(id, { range: 'bytes=6000000-6000009' });
    expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([
      206,
      bytes.subarray(6_000_000, 6_000_010),
    ]);
    expect((await files.prepared('document', file('a.pdf', pdf(['hello'])))).status).toBe('ready');
    // The document's extracted text is the third object.
    expect(await objects()).toBe(3);
    for (const { id: each } of await listed()) await files.request('DELETE', `/v1/files/${each}`);
    await expect.poll(objects).toBe(0);
  });

  it('D-FILE-6 are stored despite a short failure of the bucket', async () => {
    s3.reply = { status: 503, code: 'SlowDown' };
    const sent = upload(randomBytes(LARGE_BYTES));
    await expect.poll(() => s3.requests.at(-1)).toContain('?uploads');
    s3.reply = undefined;
    expect((await sent).status).toBe(201);
  });

  it.each([
    [500, 'InternalError'],
    [403, 'AccessDenied'],
    [404, 'NoSuchBucket'],
  ])(
    'D-FILE-6 are refused with 503 and leave nothing behind when the bucket returns %i %s for longer',
    async (status, code) => {
      s3.reply = { status, code };
      for (const bytes of [LARGE_BYTES, 10]) {
        const reply = await upload(randomBytes(bytes));
        expect(files.refusalOf(reply)).toEqual([503, 'temporarily_unavailable', null]);
      }
      s3.reply = undefined;
      expect(await listed()).toEqual([]);
      expect((await upload(randomBytes(10))).status).toBe(201);
    },
  );

  it('D-FILE-6 leave no reservation and no row when the bucket fails during an upload', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const form = new FormData();
    form.append('purpose', 'code_input');
    form.append('file', file('a.bin', randomBytes(LARGE_BYTES)));
    const before = s3.uploads.size;
    const watch = setInterval(() => {
      if (s3.uploads.size > before) resolve();
    }, 1);
    const sent = files.request('POST', '/v1/files', { body: form });
    await promise;
    clearInterval(watch);
    s3.reply = { status: 500, code: 'InternalError' };
    expect(files.refusalOf(await sent)).toEqual([503, 'temporarily_unavailable', null]);
    s3.reply = undefined;
    expect(await listed()).toEqual([]);
  });

  it('D-FILE-2 cannot be downloaded (503) with the bucket unavailable, and do not count as deleted', async () => {
    const { id } = await files.prepared('code_input', file('a.bin', randomBytes(10)));
    s3.reply = { status: 500, code: 'InternalError' };
    expect((await content(id)).status).toBe(503);
    s3.reply = undefined;
    expect((await content(id)).status).toBe(200);
  });

  it('FILE-25 stay in processing while the bucket is unavailable, and become ready later', async () => {
    s3.reply = undefined;
    const { body } = await upload(randomBytes(10));
    const zipFile = await files.upload([
      ['purpose', 'document'],
      ['file', file('a.pdf', pdf(['hello']))],
    ]);
    s3.reply = { status: 500, code: 'InternalError' };
    const statusOf = async (id: string) => (await files.request('GET', `/v1/files/${id}`)).body['status'];
    await delay(1000);
    s3.reply = undefined;
    await files.service.advance(20);
    await expect.poll(() => statusOf(zipFile.body['id'])).toBe('ready');
    await expect.poll(() => statusOf(body['id'])).toBe('ready');
  });
});

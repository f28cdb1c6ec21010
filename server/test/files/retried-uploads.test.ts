import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startFilesFixture, textFile, type FilesFixture } from './files-fixture.ts';

const ROOM_BYTES = 1000;

let files: FilesFixture;
beforeAll(async () => {
  files = await startFilesFixture({ workspace_storage_bytes: ROOM_BYTES, workspace_files: 2 });
});
afterAll(() => files.service.stop());
beforeEach(async () => {
  const { body } = await files.request('GET', '/v1/files');
  for (const { id } of body['data']) await files.request('DELETE', `/v1/files/${id}`);
});

const send = (key: string, text: string, name = 'a.txt') =>
  files.upload(
    [
      ['purpose', 'document'],
      ['file', textFile(name, text)],
    ],
    { headers: { 'idempotency-key': key } },
  );
const stored = async (): Promise<number> => (await files.request('GET', '/v1/files')).body['data'].length;

describe('a retried upload', () => {
  it('D-IDEM-2 needs no free storage: the first one may have used the last of it', async () => {
    const first = await send('bytes', 'x'.repeat(ROOM_BYTES));
    expect(first.status).toBe(201);
    const again = await send('bytes', 'x'.repeat(ROOM_BYTES));
    expect([again.status, again.body['id'], again.headers.get('idempotent-replayed')]).toEqual([
      201,
      first.body['id'],
      'true',
    ]);
    expect((await send('more', 'x')).status).toBe(507);
    expect(await stored()).toBe(1);
  });

  it('D-IDEM-2 counts as no further file at the maximum number of files', async () => {
    const ids = [(await send('one', 'a')).body['id'], (await send('two', 'b')).body['id']];
    expect((await send('three', 'c')).status).toBe(507);
    expect([(await send('one', 'a')).body['id'], (await send('two', 'b')).body['id']]).toEqual(ids);
    expect(await stored()).toBe(2);
  });

  it('D-IDEM-2 with another body is refused, with and without free storage, and stores nothing', async () => {
    await send('changed', 'x'.repeat(ROOM_BYTES));
    for (const reply of [
      await send('changed', 'x'.repeat(5)),
      await send('changed', 'x'.repeat(ROOM_BYTES), 'b.txt'),
    ])
      expect(files.refusalOf(reply)[1]).toBe('idempotency_key_reused');
    expect(await stored()).toBe(1);
  });

  it('D-IDEM-2 stores a file if the first one failed', async () => {
    expect((await send('failed', 'x'.repeat(ROOM_BYTES + 1))).status).toBe(507);
    expect((await send('failed', 'x'.repeat(ROOM_BYTES))).status).toBe(201);
  });

  it('D-IDEM-2 D-FILE-6 during the first one is told to wait', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 4 }, () => send('at once', 'x'.repeat(ROOM_BYTES / 2))),
    );
    const created = statuses.filter(({ status }) => status === 201);
    const waiting = statuses.filter(({ status }) => status === 409);
    expect(created.length + waiting.length).toBe(4);
    expect(new Set(created.map(({ body }) => body['id'])).size).toBe(1);
    for (const { headers } of waiting) expect(headers.get('retry-after')).toBe('1');
    expect(await stored()).toBe(1);
  });

  it('FILE-24 D-FILE-6 an upload that cannot fit takes no storage from one that can', async () => {
    const [large, small] = await Promise.all([
      files.upload([
        ['purpose', 'document'],
        ['file', textFile('large.txt', 'x'.repeat(1_000_000))],
      ]),
      files.upload([
        ['purpose', 'document'],
        ['file', textFile('small.txt', 'x'.repeat(ROOM_BYTES))],
      ]),
    ]);
    expect([large.status, small.status]).toEqual([507, 201]);
  });
});

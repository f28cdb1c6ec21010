import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAIN_KEY, onDatabase, pdf, png, httpDatabases, zip, type OpenTestDatabase } from '#test-kit';
import {
  OTHER_ORGANIZATION_KEY,
  OTHER_KEY,
  startFilesFixture,
  textFile,
  type FilesFixture,
} from './files-fixture.ts';

const DAY_S = 86_400;
const file = (name: string, bytes: Uint8Array | string): File => new File([bytes as BlobPart], name);

describe.each(await httpDatabases(import.meta.filename))('files on the $kind database', (database) => {
  let opened: OpenTestDatabase;
  let files: FilesFixture;
  beforeAll(async () => {
    opened = await database.open();
    files = await startFilesFixture(
      {
        workspace_storage_bytes: 1_000_000,
        workspace_files: 60,
        files_batches_models_requests_per_minute: 100_000,
      },
      onDatabase(opened),
    );
  });
  afterAll(async () => {
    await files.service.stop();
    await opened.close();
  });

  const read = (id: string, key = MAIN_KEY) => files.request('GET', `/v1/files/${id}`, { key });
  const content = (id: string, headers: Record<string, string> = {}) =>
    files.request('GET', `/v1/files/${id}/content`, { headers });
  const remove = (id: string, key = MAIN_KEY) => files.request('DELETE', `/v1/files/${id}`, { key });
  const list = async (query = '', key = MAIN_KEY) =>
    (await files.request('GET', `/v1/files${query}`, { key })).body;
  const uploadText = (text: string) =>
    files.upload([
      ['purpose', 'document'],
      ['file', textFile('a.txt', text)],
    ]);
  /** The head and half of an upload. */
  const beginUpload = (): Socket => {
    const socket = connect(files.service.port, '127.0.0.1').on('error', () => undefined);
    const part = (name: string, more = ''): string =>
      `--x\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`;
    socket.write(
      [
        'POST /v1/files HTTP/1.1',
        'Host: x',
        `Authorization: Bearer ${MAIN_KEY}`,
        'Content-Type: multipart/form-data; boundary=x',
        'Content-Length: 990000',
        '',
        `${part('purpose')}document\r\n${part('file', '; filename="a.txt"')}${'x'.repeat(500_000)}`,
      ].join('\r\n'),
    );
    return socket;
  };
  const removeAll = async (): Promise<void> => {
    for (const { id } of (await list('?limit=100'))['data']) await remove(id);
  };

  it('FILE-07 FILE-25 FILE-26 FILE-27 become ready or report their fault', async () => {
    const states = async (purpose: string, name: string, bytes: Uint8Array | string) => {
      const { status, status_detail } = await files.prepared(purpose, file(name, bytes));
      return [status, status_detail];
    };
    expect(await states('document', 'a.pdf', pdf(['hello']))).toEqual(['ready', null]);
    expect(await states('vision', 'a.png', png(3, 3))).toEqual(['ready', null]);
    expect(await states('document', 'cut.pdf', '%PDF-1.7\nnothing else')).toEqual(['failed', 'corrupt_file']);
    expect(await states('document', 'a.pdf', pdf(['secret'], { encrypted: true }))).toEqual([
      'failed',
      'encrypted_file',
    ]);
    expect(await states('vision', 'cut.png', png(3, 3).subarray(0, 20))).toEqual(['failed', 'corrupt_file']);
    expect(await states('document', 'empty.txt', '')).toEqual(['failed', 'empty_file']);
    const outside = zip([{ name: '../../outside.sh', content: 'x' }]);
    expect(await states('skill', 'a.zip', outside)).toEqual(['failed', 'unsafe_archive']);
    const bomb = zip([{ name: 'zeros', content: Buffer.alloc(5_000_000) }]);
    expect(await states('skill', 'bomb.zip', bomb)).toEqual(['failed', 'unsafe_archive']);
    expect(await states('skill', 'cut.zip', bomb.subarray(0, 200))).toEqual(['failed', 'corrupt_file']);
  });

  it('FILE-29 D-FILE-2 are downloaded whole and in ranges', async () => {
    const { id } = await files.prepared('document', textFile('r\u00e9sum\u00e9.txt', '0123456789'));
    const whole = await content(id);
    expect([whole.status, whole.body['text']]).toEqual([200, '0123456789']);
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'content-type': 'text/plain',
      'content-length': '10',
      'content-disposition': "attachment; filename*=UTF-8''r%C3%A9sum%C3%A9.txt",
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-request-id': expect.stringMatching(/^req_/),
    });
    for (const [range, text, contentRange] of [
      ['bytes=2-4', '234', 'bytes 2-4/10'],
      ['bytes=7-', '789', 'bytes 7-9/10'],
      ['bytes=-2', '89', 'bytes 8-9/10'],
      ['bytes=8-99', '89', 'bytes 8-9/10'],
    ] as const) {
      const part = await content(id, { range });
      expect([part.status, part.body['text'], part.headers.get('content-range')]).toEqual([
        206,
        text,
        contentRange,
      ]);
    }
    expect((await content(id, { range: 'bytes=10-' })).status).toBe(416);
    expect((await content(id, { range: 'bytes=0-1,4-5' })).status).toBe(200);
    const head = await files.request('HEAD', `/v1/files/${id}/content`);
    expect([head.status, head.headers.get('content-length'), head.body['text']]).toEqual([200, '10', '']);
  });

  it('D-FILE-2 cannot be downloaded if they failed', async () => {
    const { id } = await files.prepared('document', file('a.pdf', '%PDF-1.7\n'));
    expect(files.refusalOf(await content(id))).toEqual([409, 'resource_conflict', null]);
  });

  it('D-FILE-1 are listed by purpose, status and source, newest first, until they are deleted', async () => {
    await removeAll();
    const text = await files.prepared('document', textFile());
    const image = await files.prepared('vision', file('a.png', png(2, 2)));
    const ids = async (query: string): Promise<string[]> =>
      (await list(query))['data'].map(({ id }: { id: string }) => id);
    expect(await ids('')).toEqual([image.id, text.id]);
    expect(await ids('?purpose=vision')).toEqual([image.id]);
    expect(await ids('?status=failed')).toEqual([]);
    expect(await ids('?source=upload')).toHaveLength(2);
    expect(await ids(`?limit=1&after_id=${image.id}`)).toEqual([text.id]);
    expect(files.refusalOf(await files.request('GET', '/v1/files?purpose=x'))).toEqual([
      400,
      'invalid_parameter',
      'purpose',
    ]);
    expect((await remove(text.id)).body).toEqual({ id: text.id, object: 'file', deleted: true });
    expect(files.refusalOf(await remove(text.id))).toEqual([404, 'file_not_found', 'file_id']);
    expect((await read(text.id)).status).toBe(404);
    expect((await content(text.id)).status).toBe(404);
    expect(await ids('')).toEqual([image.id]);
  });

  it('FILE-31 WORK-13 are visible in their workspace only', async () => {
    const { id } = await files.prepared('document', textFile());
    for (const key of [OTHER_KEY, OTHER_ORGANIZATION_KEY]) {
      expect(files.refusalOf(await read(id, key))).toEqual([404, 'file_not_found', 'file_id']);
      expect((await files.request('GET', `/v1/files/${id}/content`, { key })).status).toBe(404);
      expect((await remove(id, key)).status).toBe(404);
      expect((await list('', key))['data']).toEqual([]);
    }
    expect((await read(id)).status).toBe(200);
  });

  it('FILE-24 D-FILE-6 fill their workspace to the last byte, also with concurrent uploads', async () => {
    await removeAll();
    const send = (bytes: number) => uploadText('x'.repeat(bytes));
    const statuses = (await Promise.all(Array.from({ length: 12 }, () => send(150_000)))).map(
      ({ status }) => status,
    );
    expect(statuses.toSorted((a, b) => a - b)).toEqual([
      ...Array.from({ length: 6 }, () => 201),
      ...Array.from({ length: 6 }, () => 507),
    ]);
    expect((await send(100_000)).status).toBe(201);
    expect(files.refusalOf(await send(1))).toEqual([507, 'storage_quota_exceeded', null]);
    expect((await list())['data']).toHaveLength(7);
    await removeAll();
    expect((await send(1_000_000)).status).toBe(201);
    await removeAll();
  });

  it('FILE-24 are limited to the maximum number per workspace', async () => {
    await removeAll();
    const send = async () => (await uploadText('hello')).status;
    for (let i = 0; i < 60; i++) expect(await send()).toBe(201);
    expect(await send()).toBe(507);
    await removeAll();
    expect(await send()).toBe(201);
  });

  it('D-FILE-6 release their storage when their upload is cut off', async () => {
    await removeAll();
    const send = async (): Promise<number> => {
      const { status } = await uploadText('x'.repeat(900_000));
      await removeAll();
      return status;
    };
    // Nothing reports when the storage of the pending file is reserved: each retry waits longer.
    for (let waitMs = 100; ; waitMs *= 2) {
      const socket = beginUpload();
      await delay(waitMs);
      const isReserved = (await send()) === 507;
      socket.destroy();
      await once(socket, 'close');
      if (isReserved) break;
    }
    await expect.poll(send).toBe(201);
  });

  it('FILE-28 D-FILE-7 are gone from their expiry on, with an event', async () => {
    await removeAll();
    const { body } = await files.upload([
      ['purpose', 'document'],
      ['expires_after_days', '1'],
      ['file', textFile()],
    ]);
    const { id } = body as { id: string };
    const kept = await files.prepared('document', textFile());
    await files.service.advance(DAY_S - 5);
    expect((await read(id)).status).toBe(200);
    await files.service.advance(5);
    expect((await read(id)).status).toBe(404);
    expect((await read(kept.id)).status).toBe(200);
    const left = await files.service.drainAndRead(async (db) => ({
      events: await db
        .selectFrom('outbox_events')
        .select('body')
        .where('type', '=', 'file.expired')
        .execute(),
      rows: await db.selectFrom('files').select('id').where('id', '=', id).execute(),
      jobs: await db
        .selectFrom('jobs')
        .select('kind')
        .where('kind', 'in', ['files.process', 'files.remove_blobs'])
        .execute(),
    }));
    expect(left.rows).toEqual([]);
    expect(left.jobs).toEqual([]);
    expect(left.events.map((event) => JSON.parse(event.body) as unknown)).toEqual([
      expect.objectContaining({
        data: { object: expect.objectContaining({ id, object: 'file' }), deleted: true },
        workspace_id: body['workspace_id'],
      }),
    ]);
  });
});

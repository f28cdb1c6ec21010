import { open, readdir } from 'node:fs/promises';
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAIN_KEY } from '#test-kit';
import { startFilesFixture, textFile, type FilesFixture } from './files-fixture.ts';

const TEXT = '0123456789';

let files: FilesFixture;
let id: string;
beforeAll(async () => {
  files = await startFilesFixture();
  ({ id } = await files.prepared('document', textFile('a.txt', TEXT)));
});
afterAll(() => files.service.stop());

const content = (of: string, headers: Record<string, string> = {}, method = 'GET') =>
  files.request(method, `/v1/files/${of}/content`, { headers });

const stored = async (): Promise<string[]> => {
  const folder = join(files.service.dataDir, 'data/files/blobs');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
};
const cutDownloads = (): string[] => files.service.logLines.filter((line) => line.includes('download cut'));

describe('downloads', () => {
  it.each([
    ['bytes=0-0', '206 0 bytes 0-0/10'],
    ['bytes=9-9', '206 9 bytes 9-9/10'],
    ['bytes=0-', '206 0123456789 bytes 0-9/10'],
    ['bytes=-1', '206 9 bytes 9-9/10'],
    ['bytes=-10', '206 0123456789 bytes 0-9/10'],
    ['bytes=-99', '206 0123456789 bytes 0-9/10'],
    ['bytes=2-9223372036854775807', '206 23456789 bytes 2-9/10'],
    [`bytes=2-${'9'.repeat(400)}`, '206 23456789 bytes 2-9/10'],
    ['Bytes=2-3', '206 23 bytes 2-3/10'],
    ['bytes=10-', '416 range bytes */10'],
    ['bytes=10-20', '416 range bytes */10'],
    ['bytes=-0', '416 range bytes */10'],
    [`bytes=${'9'.repeat(400)}-`, '416 range bytes */10'],
    ['bytes=5-2', '200 0123456789 null'],
    ['bytes=-', '200 0123456789 null'],
    ['bytes=0-1,3-4', '200 0123456789 null'],
    ['bytes=0x1-2', '200 0123456789 null'],
    ['bytes=--1', '200 0123456789 null'],
    ['items=0-1', '200 0123456789 null'],
    ['', '200 0123456789 null'],
  ])('D-FILE-2 of the range %j are %s', async (range, expected) => {
    const { status, headers, body } = await content(id, { range });
    const { text = (body['error'] as { param: string }).param } = body;
    expect(`${status} ${text} ${headers.get('content-range')}`).toBe(expected);
    if (status !== 416) expect(headers.get('content-length')).toBe(String(body['text'].length));
  });

  it('D-FILE-2 of a range are complete when a state of the file is named, because there is only one', async () => {
    for (const validator of ['"etag"', 'Tue, 24 Nov 2026 00:00:00 GMT']) {
      const { status, body } = await content(id, { range: 'bytes=2-3', 'if-range': validator });
      expect([status, body['text']]).toEqual([200, TEXT]);
    }
    const { status, headers } = await content(id, { range: 'bytes=2-3' }, 'HEAD');
    expect([status, headers.get('content-length'), headers.get('content-range')]).toEqual([200, '10', null]);
  });

  it('D-FILE-7 in progress are completed when the file is deleted or expires', async () => {
    const text = 'x'.repeat(20_000_000);
    const made = await files.prepared('document', textFile('large.txt', text));
    const socket = connect({ port: files.service.port, host: '127.0.0.1' });
    socket.write(
      `GET /v1/files/${made.id}/content HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${MAIN_KEY}\r\nConnection: close\r\n\r\n`,
    );
    await once(socket, 'readable');
    expect((await files.request('DELETE', `/v1/files/${made.id}`)).status).toBe(200);
    await expect.poll(async () => (await stored()).length).toBe(1);
    let bytes = 0;
    for await (const chunk of socket as AsyncIterable<Buffer>) bytes += chunk.length;
    expect(bytes).toBeGreaterThan(text.length);
  });

  it('D-FILE-2 of a damaged file are cut off and never wrong, and the operator is notified', async () => {
    const damaged = async (offset: number): Promise<string> => {
      const made = await files.prepared('document', textFile('large.txt', 'x'.repeat(2_000_000)));
      const newest = (await stored()).toSorted().at(-1)!;
      const handle = await open(newest, 'r+');
      await handle.write('changed', offset);
      await handle.close();
      return made.id;
    };
    expect((await content(await damaged(0))).status).toBe(500);
    const later = await damaged(1_500_000);
    await expect(content(later)).rejects.toThrow('terminated');
    expect(cutDownloads()).toEqual([expect.stringContaining(later)]);
  });

  it('D-FILE-2 that a client abandons are not failures', async () => {
    const before = cutDownloads();
    const made = await files.prepared('document', textFile('large.txt', 'x'.repeat(20_000_000)));
    const aborting = new AbortController();
    const response = await fetch(`http://127.0.0.1:${files.service.port}/v1/files/${made.id}/content`, {
      headers: { authorization: `Bearer ${MAIN_KEY}` },
      signal: aborting.signal,
    });
    await response.body!.getReader().read();
    aborting.abort();
    await delay(50);
    expect(cutDownloads()).toEqual(before);
  });
});

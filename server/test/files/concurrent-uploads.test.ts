import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { MAIN_KEY } from '#test-kit';
import { OTHER_ORGANIZATION_KEY, startFilesFixture, textFile, type FilesFixture } from './files-fixture.ts';

/** The limit of one organization: half of what a node receives. */
const CONCURRENCY = 64;

let files: FilesFixture;
let open: Socket[] = [];
beforeAll(async () => {
  files = await startFilesFixture();
});
afterEach(() => {
  for (const socket of open) socket.destroy();
  open = [];
});
afterAll(() => files.service.stop());

/** An upload whose file has not been sent yet. */
function begin(): Socket {
  const socket = connect(files.service.port, '127.0.0.1').on('error', () => undefined);
  socket.write(
    [
      'POST /v1/files HTTP/1.1',
      'Host: x',
      `Authorization: Bearer ${MAIN_KEY}`,
      'Content-Type: multipart/form-data; boundary=x',
      'Content-Length: 100000',
      '',
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhello',
    ].join('\r\n'),
  );
  open.push(socket);
  return socket;
}

const upload = (key: string) =>
  files.upload(
    [
      ['purpose', 'document'],
      ['file', textFile()],
    ],
    { key },
  );

describe('concurrent uploads', () => {
  it('D-FILE-3 wait for their turn, and leave half of the slots to other organizations', async () => {
    for (let i = 0; i < CONCURRENCY; i++) begin();
    // When another one has been answered, all of these have begun.
    expect((await upload(OTHER_ORGANIZATION_KEY)).status).toBe(201);
    let responded = false;
    const waiting = upload(MAIN_KEY).then((reply) => {
      responded = true;
      return reply.status;
    });
    expect((await upload(OTHER_ORGANIZATION_KEY)).status).toBe(201);
    expect(responded).toBe(false);
    const [first] = open;
    first!.destroy();
    await once(first!, 'close');
    expect(await waiting).toBe(201);
  });

  it('an upload that leaves while waiting is dropped', async () => {
    for (let i = 0; i < CONCURRENCY + 5; i++) begin();
    expect((await upload(OTHER_ORGANIZATION_KEY)).status).toBe(201);
    for (const socket of open) socket.destroy();
    await expect.poll(async () => (await upload(MAIN_KEY)).status).toBe(201);
  });
});

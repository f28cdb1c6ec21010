import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAIN_KEY } from '#test-kit';
import { startFilesFixture, type FilesFixture } from './files-fixture.ts';

const FORM = 'Content-Type: multipart/form-data; boundary=x';
const CHUNKED = 'Transfer-Encoding: chunked';

let files: FilesFixture;
beforeAll(async () => {
  files = await startFilesFixture();
});
afterAll(() => files.service.stop());

const part = (name: string, content: string, more = ''): string =>
  `--x\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${content}\r\n`;
const filePart = (content: string): string => part('file', content, '; filename="a.txt"');
const oneByteChunks = (text: string): string => text.replaceAll(/[^]/g, '1\r\n$&\r\n');

/** Sends a body and gives the status and code of what is answered; 0 where the connection ends without an answer. */
async function send(
  headers: readonly string[],
  body: string,
  ends = true,
): Promise<readonly [number, string]> {
  const socket = connect(files.service.port, '127.0.0.1').on('error', () => undefined);
  let text = '';
  const answered = new Promise<void>((resolve) => {
    socket.on('data', (piece: Buffer) => {
      text += piece.toString();
      if (text.endsWith('}}')) resolve();
    });
    socket.on('close', resolve);
  });
  const length = headers.includes(CHUNKED) ? [] : [`Content-Length: ${body.length}`];
  socket.write(
    [
      'POST /v1/files HTTP/1.1',
      'Host: x',
      `Authorization: Bearer ${MAIN_KEY}`,
      ...length,
      ...headers,
      '',
      body,
    ].join('\r\n'),
  );
  if (!ends) socket.end();
  await answered;
  socket.destroy();
  if (!socket.closed) await once(socket, 'close');
  return [Number(text.split(' ', 2)[1] ?? 0), /"code":"(\w+)"/.exec(text)?.[1] ?? ''];
}

describe('a form that is not one', () => {
  it.each([
    [
      'no form in one-byte chunks',
      ['Content-Type: application/json', CHUNKED],
      oneByteChunks('[1,2]'.repeat(2000)),
    ],
    ['a form in one-byte chunks', [FORM, CHUNKED], oneByteChunks(part('purpose', 'x'.repeat(9000)))],
    ['10,000 parts', [FORM], `${part('a', '1').repeat(10_000)}--x--\r\n`],
    ['no end', [FORM], part('purpose', 'document') + filePart('x'.repeat(1000)).slice(0, -2)],
    ['no parts', [FORM], ''],
    ['endless headers', [FORM], `--x\r\n${'X-A: b\r\n'.repeat(20_000)}\r\n`],
    ['another boundary', [FORM], part('purpose', 'document').replaceAll('--x', '--y')],
    ['a long field', [FORM], `${part('purpose', 'x'.repeat(100_000))}--x--\r\n`],
  ] as const)('with %s is 400, and the service goes on', async (_, headers, body) => {
    const [status, code] = await send(headers, body);
    expect([status, ['invalid_request', 'invalid_parameter'].includes(code)]).toEqual([400, true]);
    expect((await files.request('GET', '/v1/files')).body['data']).toEqual([]);
  });

  it('that is cut off by its sender leaves nothing', async () => {
    const body = part('purpose', 'document') + filePart('x'.repeat(1000));
    await send([FORM, `Content-Length: ${body.length + 5000}`].slice(0, 1), body.slice(0, 500), false);
    expect((await files.request('GET', '/v1/files')).body['data']).toEqual([]);
  });
});

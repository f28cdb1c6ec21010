import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAIN_KEY } from '#test-kit';
import { startFilesFixture, type FilesFixture } from './files-fixture.ts';

const FORM = 'Content-Type: multipart/form-data; boundary=x';
const CHUNKED = 'Transfer-Encoding: chunked';

let files: FilesFixture;
beforeAll(async () => {
  files = await startFilesFixture({
    headers_timeout_s: 1,
    body_timeout_s: 1,
    file_bytes: 1_000_000,
    large_file_bytes: 2_000_000,
  });
});
afterAll(() => files.service.stop());

const part = (name: string, content: string, more = ''): string =>
  `--x\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${content}\r\n`;
const filePart = (content: string): string => part('file', content, '; filename="a.txt"');
const oneByteChunks = (text: string): string => text.replaceAll(/[^]/g, '1\r\n$&\r\n');

/** An unfinished upload and its response so far. */
class OpenUpload {
  readonly socket: Socket;
  #text = '';
  readonly #response: Promise<unknown>;

  constructor(headers: readonly string[]) {
    this.socket = connect(files.service.port, '127.0.0.1').on('error', () => undefined);
    this.#response = new Promise((resolve) => {
      this.socket.on('data', (piece: Buffer) => {
        this.#text += piece.toString();
        if (/\r\n\r\n\{.*\}$/s.test(this.#text)) resolve(true);
      });
      this.socket.on('close', resolve);
    });
    this.socket.write(
      ['POST /v1/files HTTP/1.1', 'Host: x', `Authorization: Bearer ${MAIN_KEY}`, ...headers, '', ''].join(
        '\r\n',
      ),
    );
  }

  /** Status and code; 0 when the connection ends without a response. */
  async readResponse(): Promise<readonly [status: number, code: string]> {
    await this.#response;
    this.socket.destroy();
    if (!this.socket.closed) await once(this.socket, 'close');
    return [Number(this.#text.split(' ', 2)[1] ?? 0), /"code":"(\w+)"/.exec(this.#text)?.[1] ?? ''];
  }

  get isComplete(): boolean {
    return this.#text !== '' || this.socket.closed;
  }
}

/** Sends a body and returns the status and code of the response. */
async function send(
  headers: readonly string[],
  body: string,
  ends = true,
): Promise<readonly [number, string]> {
  const length = headers.some((header) => header === CHUNKED || header.startsWith('Content-Length'))
    ? []
    : [`Content-Length: ${body.length}`];
  const upload = new OpenUpload([...length, ...headers]);
  upload.socket.write(body);
  if (!ends) upload.socket.end();
  return upload.readResponse();
}

const chunk = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`;
const listed = async () => (await files.request('GET', '/v1/files')).body['data'];
const BEGINNING = part('purpose', 'document') + filePart('x'.repeat(1000)).slice(0, -2);

describe('a malformed form', () => {
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
    expect([status, ['invalid_request', 'invalid_parameter', 'unknown_parameter'].includes(code)]).toEqual([
      400,
      true,
    ]);
    expect((await files.request('GET', '/v1/files')).body['data']).toEqual([]);
  });

  it.each([
    ['before its end', BEGINNING.length + 5000],
    ['within its file', BEGINNING.length + 1],
  ])('that its sender cuts off %s leaves nothing behind', async (_, length) => {
    await send([FORM, `Content-Length: ${length}`], BEGINNING, false);
    expect(await listed()).toEqual([]);
  });

  it('that exceeds its declared length is cut there and refused', async () => {
    const whole = `${part('purpose', 'document')}${filePart('hello')}--x--\r\n`;
    // Its last line is one byte too short, and the remaining byte is not a request.
    const length = whole.length - '--\r\n'.length - 1;
    expect(await send([FORM, `Content-Length: ${length}`], whole)).toEqual([400, 'invalid_request']);
    expect(await listed()).toEqual([]);
  });

  it('that never ends gets 413 once it cannot contain a file, before, inside and after its file', async () => {
    const whole = `${part('purpose', 'document')}${filePart('hello')}--x--\r\n`;
    for (const beginning of [
      '',
      BEGINNING,
      part('purpose', 'code_input') + filePart('a').slice(0, -2),
      whole,
    ]) {
      const upload = new OpenUpload([FORM, CHUNKED]);
      upload.socket.write(chunk(beginning || 'x'));
      let sentBytes = 0;
      const filler = chunk('y'.repeat(65_536));
      while (!upload.isComplete && sentBytes < 20_000_000) {
        sentBytes += 65_536;
        if (!upload.socket.write(filler)) await Promise.race([once(upload.socket, 'drain'), delay(200)]);
        await delay(0);
      }
      const [status, code] = await upload.readResponse();
      if (beginning === whole) expect([201, 413]).toContain(status);
      else expect([beginning, status, code]).toEqual([beginning, 413, 'file_too_large']);
      expect(sentBytes).toBeLessThan(20_000_000);
    }
    for (const { id } of await listed()) await files.request('DELETE', `/v1/files/${id}`);
  });

  it('that declares too large a length gets 413 before it is sent, by the limit of its purpose', async () => {
    const declared = (purpose: string, length: number) => {
      const upload = new OpenUpload([FORM, `Content-Length: ${length}`]);
      upload.socket.write(part('purpose', purpose) + filePart('x'.repeat(10)).slice(0, -2));
      return upload.readResponse();
    };
    expect(await declared('document', 1_500_000)).toEqual([413, 'file_too_large']);
    expect(await declared('code_input', 2_500_000)).toEqual([413, 'file_too_large']);
  });

  it('whose sender is too slow gets 408, wherever it stops', async () => {
    const outcomes = await Promise.all(
      ['', '--x\r\nContent-Dispo', part('purpose', 'document'), BEGINNING].flatMap((sent) =>
        [
          [FORM, 'Content-Length: 100000'],
          [FORM, CHUNKED],
        ].map(async (headers) => {
          const upload = new OpenUpload(headers);
          upload.socket.write(headers.includes(CHUNKED) && sent !== '' ? chunk(sent) : sent);
          return upload.readResponse();
        }),
      ),
    );
    for (const outcome of outcomes) expect(outcome).toEqual([408, 'request_timeout']);
    expect(await listed()).toEqual([]);
  });

  it('that arrives slowly but steadily is accepted', async () => {
    const whole = `${part('purpose', 'document')}${filePart('x'.repeat(8000))}--x--\r\n`;
    const upload = new OpenUpload([FORM, `Content-Length: ${whole.length}`]);
    for (let at = 0; at < whole.length; at += 1500) {
      upload.socket.write(whole.slice(at, at + 1500));
      await delay(400);
    }
    expect((await upload.readResponse())[0]).toBe(201);
    for (const { id } of await listed()) await files.request('DELETE', `/v1/files/${id}`);
  });

  it('leaves no row and no reserved storage', async () => {
    const left = await files.service.drainAndRead((db) => db.selectFrom('files').select('status').execute());
    expect(left).toEqual([]);
  });
});

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import {
  COMPAT_OPERATIONS,
  LIMITS,
  OAUTH_OPERATIONS,
  SIGN_IN_OPERATIONS,
  type Operation,
  type RequestedOperation,
} from '@svc/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { MAIN_KEY, oneModel, oneOrganization, startRunningService, type RunningService } from '#test-kit';

const CHAT = '/v1/chat/completions';
const CHUNKED = ['Transfer-Encoding: chunked', 'Content-Type: application/json'];
const KEYED = `Authorization: Bearer ${MAIN_KEY}`;
const HELLO = JSON.stringify({ messages: [{ role: 'user', content: 'hi' }], stream: false });
const NETWORK_BYTES = 200_000;

const chunkOf = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`;
const oneByteChunks = (count: number): string => chunkOf('1').repeat(count);

let service: RunningService;
const sockets: Socket[] = [];

beforeAll(async () => {
  const deployment = oneModel({ type: 'sandbox' }) as { limits: object };
  const limits = { ...deployment.limits, bodies_in_progress_per_network_bytes: NETWORK_BYTES };
  service = await startRunningService({
    deployment: { ...deployment, limits, signup: { mode: 'open', plan: 'pro' } },
    provisioning: oneOrganization(),
    environment: { SMTP_URL: 'smtp://127.0.0.1:1' },
  });
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});
afterAll(() => service.stop());

/** Sends the head of a request and some data, and leaves the connection open. */
function begin(path: string, headers: readonly string[], body = '', method = 'POST'): Socket {
  const socket = connect(service.port, '127.0.0.1').on('error', () => {});
  sockets.push(socket);
  socket.write([`${method} ${path} HTTP/1.1`, 'Host: svc', ...headers, '', body].join('\r\n'));
  return socket;
}

/** Reads the response to the end of its JSON. */
async function responseOf(socket: Socket): Promise<{ status: number; text: string }> {
  let text = '';
  while (!/\r\n\r\n[^]*\}(\r\n0\r\n\r\n)?$/.test(text)) {
    const [chunk] = (await once(socket, 'data')) as [Buffer];
    text += chunk.toString();
  }
  return { status: Number(text.split(' ', 2)[1]), text };
}

/** Memory held by bodies being read, from the service's metrics. */
async function heldBytes(): Promise<number> {
  const metric = (await service.metrics()).find(({ name }) => name === 'svc_bodies_in_progress_bytes');
  return metric!.values[0]!.value;
}

describe('a body in one-byte chunks', () => {
  const tooMany = 'The body arrives in too many small chunks.';

  const vendor = (COMPAT_OPERATIONS as readonly RequestedOperation[]).filter(({ bodyLimit }) => bodyLimit);

  it.each(['/v1/messages', CHAT, '/v1/embeddings', ...vendor.map(({ path }) => path)])(
    'is refused on %s long before the size limit',
    async (path) => {
      const { status, text } = await responseOf(begin(path, [...CHUNKED, KEYED], oneByteChunks(10_000)));
      expect(status).toBe(400);
      expect(text).toContain(tooMany);
    },
  );

  it('is accepted when it is small', async () => {
    const body = HELLO.replaceAll(/./g, chunkOf);
    expect((await responseOf(begin(CHAT, [...CHUNKED, KEYED], `${body}0\r\n\r\n`))).status).toBe(200);
  });

  it('is accepted when its later chunks are larger', async () => {
    const body = chunkOf(' ').repeat(250) + chunkOf(HELLO) + chunkOf(' '.repeat(100)).repeat(500);
    expect((await responseOf(begin(CHAT, [...CHUNKED, KEYED], `${body}0\r\n\r\n`))).status).toBe(200);
  });

  it('does not delay the checks before the body', async () => {
    const unknown = `Authorization: Bearer sk_live_${'9'.repeat(64)}`;
    expect(
      (await responseOf(begin('/v1/messages', [...CHUNKED, unknown], oneByteChunks(10_000)))).status,
    ).toBe(401);
    expect((await responseOf(begin('/nowhere', CHUNKED, oneByteChunks(10_000)))).status).toBe(404);
  });

  it('closes the connection when the response was sent without reading it', async () => {
    const socket = begin('/healthz', CHUNKED, oneByteChunks(10), 'GET');
    expect((await responseOf(socket)).status).toBe(200);
    if (!socket.closed) await once(socket, 'close');
  });
});

describe('a chunked body that arrives during the key lookup', () => {
  it('is read once resumed, and answered', async () => {
    const large = JSON.stringify({
      messages: [{ role: 'user', content: 'x'.repeat(1_000_000) }],
      stream: false,
    });
    // A single chunk of half a megabyte is far more than is held without a reader.
    const body = (large.match(/[^]{1,500000}/g) ?? []).map(chunkOf).join('');
    const headers = [...CHUNKED, `Authorization: Bearer ${MAIN_KEY}`];
    expect(
      (await responseOf(begin('/v1/chat/completions/count_tokens', headers, `${body}0\r\n\r\n`))).status,
    ).not.toBe(408);
  });
});

describe('an operation without a credential', () => {
  const operations: readonly Operation[] = [...SIGN_IN_OPERATIONS, ...OAUTH_OPERATIONS];
  const open = operations.filter(({ credential, request }) => credential === 'none' && request);

  it('accepts a small body', () => {
    expect(open.length).toBeGreaterThan(10);
    for (const { id, bodyLimit } of open) expect([id, LIMITS[bodyLimit!]]).toEqual([id, 16_384]);
  });

  it.each(open.filter(({ path }) => path.startsWith('/console')).map(({ path }) => path))(
    'refuses a larger one on %s',
    async (path) => {
      const origin = `Origin: ${new URL(service.baseUrl).origin}`;
      const declared = await responseOf(
        begin(path, [origin, 'Content-Type: application/json', 'Content-Length: 16385']),
      );
      expect(declared.status).toBe(413);
      expect(declared.text).toContain('"max_bytes":16384');
      const chunked = await responseOf(begin(path, [...CHUNKED, origin], chunkOf(' '.repeat(16_385))));
      expect(chunked.status).toBe(413);
    },
  );
});

describe('bodies from one network', () => {
  const headers = [KEYED, 'Content-Type: application/json', 'Content-Length: 150000'];

  it('are limited in memory; a body that arrives in one piece is not counted', async () => {
    const slow = begin(CHAT, headers, HELLO.slice(0, -1).padEnd(100_000));
    await expect.poll(heldBytes).toBeGreaterThanOrEqual(100_000);
    const second = await responseOf(begin(CHAT, headers, 'x'.repeat(100_000)));
    expect(second.status).toBe(503);
    expect(second.text).toContain('in progress from your address');
    expect((await service.post(CHAT, MAIN_KEY, JSON.parse(HELLO))).status).toBe(200);
    slow.write('}'.padEnd(50_000));
    expect((await responseOf(slow)).status).toBe(200);
    await expect.poll(heldBytes).toBe(0);
  });

  it('count a minimum even when almost nothing arrived, until they leave', async () => {
    const most = Math.floor(NETWORK_BYTES / 16_384);
    const slow = Array.from({ length: most }, () => begin(CHAT, headers, '{'));
    await expect.poll(heldBytes).toBe(most * 16_384);
    expect((await responseOf(begin(CHAT, headers, '{'))).status).toBe(503);
    for (const socket of slow) socket.destroy();
    await expect.poll(heldBytes).toBe(0);
  });
});

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAIN_KEY, oneModel, oneOrganization, startRunningService, type RunningService } from '#test-kit';

/** Resets lose a race with the response most of the time: 8 to 21 were needed where a response had no listener. */
const ROUNDS = 40;

const HEAD = `Host: a\r\nAuthorization: Bearer ${MAIN_KEY}\r\n`;
const JSON_HEAD = `${HEAD}Content-Type: application/json\r\n`;
const UPGRADE =
  'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n';
const CALL = JSON.stringify({ messages: [{ role: 'user', content: 'hello' }], stream: true });
const MODEL_CALL = `POST /v1/chat/completions HTTP/1.1\r\n${JSON_HEAD}Content-Length: ${CALL.length}\r\n\r\n${CALL}`;

/** What a connection has sent when it is reset. */
const OPENINGS: Readonly<Record<string, string>> = {
  nothing: '',
  'half a head': 'GET /healthz HTTP/1.1\r\nHos',
  garbage: '\u0000\u0001\u0002 garbage\r\n\r\n',
  'a head that is too large': `GET / HTTP/1.1\r\nx: ${'a'.repeat(100_000)}\r\n\r\n`,
  'a whole request': `GET /v1/models HTTP/1.1\r\n${HEAD}\r\n`,
  'a model call': MODEL_CALL,
  'half a body': `POST /v1/chat/completions HTTP/1.1\r\n${JSON_HEAD}Content-Length: 1000\r\n\r\n{`,
  'half a chunked body': `POST /v1/chat/completions HTTP/1.1\r\n${JSON_HEAD}Transfer-Encoding: chunked\r\n\r\n5\r\n{"a":`,
  'a broken chunk': `POST /v1/chat/completions HTTP/1.1\r\n${JSON_HEAD}Transfer-Encoding: chunked\r\n\r\nzz\r\n`,
  'an expectation of 100-continue': `POST /v1/chat/completions HTTP/1.1\r\n${JSON_HEAD}Expect: 100-continue\r\nContent-Length: 10\r\n\r\n`,
  'an unknown expectation': `POST /v1/chat/completions HTTP/1.1\r\n${JSON_HEAD}Expect: tea\r\nContent-Length: 10\r\n\r\n`,
  CONNECT: 'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n',
  'CONNECT with bytes behind it': `CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n${'x'.repeat(10_000)}`,
  'CONNECT behind a model call': `${MODEL_CALL}CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n`,
  'an upgrade': `GET /tunnel/v1/connect HTTP/1.1\r\n${HEAD}${UPGRADE}\r\n`,
  'an upgrade without a key': `GET /tunnel/v1/connect HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
  'an upgrade with a broken frame': `GET /tunnel/v1/connect HTTP/1.1\r\n${HEAD}${UPGRADE}\r\n\u007f\u007f\u007f`,
  'an upgrade behind a model call': `${MODEL_CALL}GET /tunnel/v1/connect HTTP/1.1\r\n${HEAD}${UPGRADE}\r\n`,
  'an upgrade elsewhere': `GET /v1/models HTTP/1.1\r\n${HEAD}${UPGRADE}\r\n`,
  'too many pipelined requests': 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(200),
  'the preface of HTTP/2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
};

/** Opens a connection, sends the bytes and resets it, at once or when the first byte of the response arrived. */
async function reset(port: number, bytes: string, waits: boolean, before = ''): Promise<void> {
  const socket: Socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  const closed = once(socket, 'close');
  await once(socket, 'connect');
  socket.write(before + bytes, 'latin1');
  // Nothing comes where the service waits for more.
  if (waits) await Promise.race([once(socket, 'data'), new Promise((done) => setTimeout(done, 20)), closed]);
  socket.resetAndDestroy();
  await closed;
}

/** Errors of connections that nobody listens to would end the process. */
const uncaught: unknown[] = [];
const note = (error: unknown): void => void uncaught.push(error);
beforeAll(() => void process.on('uncaughtException', note));
afterAll(() => void process.off('uncaughtException', note));

describe.each([
  ['directly', {}, ''],
  ['through a proxy', { network: { trusted_proxies: ['127.0.0.1'] } }, 'PROXY UNKNOWN\r\n'],
])('connections that are reset, made %s', (_way, more, before) => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startRunningService({
      deployment: oneModel({ type: 'sandbox' }, more),
      provisioning: oneOrganization(),
    });
  });
  afterAll(() => service.stop());

  it.each(Object.entries(OPENINGS))('do not end the service after %s', async (_name, bytes) => {
    for (let round = 0; round < ROUNDS; round++) await reset(service.port, bytes, round % 2 === 1, before);
    if (before !== '') {
      await reset(service.port, '', false, before.slice(0, 4));
      await reset(service.port, bytes, false);
    }
    expect(await statusOf(service.port, before)).toBe(200);
    expect(uncaught).toEqual([]);
  });
});

async function statusOf(port: number, before: string): Promise<number> {
  const socket = connect(port, '127.0.0.1');
  socket.write(`${before}GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
  const [piece] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  return Number(piece.toString('latin1').slice(9, 12));
}

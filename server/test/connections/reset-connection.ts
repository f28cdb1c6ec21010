import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { MAIN_KEY } from '#test-kit';

const HEAD = `Host: a\r\nAuthorization: Bearer ${MAIN_KEY}\r\n`;
const JSON_HEAD = `${HEAD}Content-Type: application/json\r\n`;
const UPGRADE =
  'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n';
const CALL = JSON.stringify({ messages: [{ role: 'user', content: 'hello' }], stream: true });
const MODEL_CALL = `POST /v1/chat/completions HTTP/1.1\r\n${JSON_HEAD}Content-Length: ${CALL.length}\r\n\r\n${CALL}`;

/** What a connection has sent when it is reset. */
export const OPENINGS: Readonly<Record<string, string>> = {
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

export interface ResetTarget {
  readonly port: number;
  readonly tls?: boolean;
}

/** Opens a connection, sends the bytes and resets it, at once or when the first byte of the response arrived. */
export async function reset(
  { port, tls = false }: ResetTarget,
  bytes: string,
  waits: boolean,
): Promise<void> {
  const socket: Socket = connect(port, '127.0.0.1').on('error', () => undefined);
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  await Promise.race([event(socket, 'connect'), closed]);
  const stream = tls
    ? connectTls({ socket, rejectUnauthorized: false }).on('error', () => undefined)
    : socket;
  if (tls) await Promise.race([event(stream, 'secureConnect'), closed]);
  stream.write(bytes, 'latin1');
  // Nothing comes where the service waits for more.
  if (waits) await Promise.race([event(stream, 'data'), new Promise((done) => setTimeout(done, 20)), closed]);
  socket.resetAndDestroy();
  await closed;
}

/** The service may be the first to reset the connection. */
function event(stream: Socket, name: string): Promise<unknown> {
  return once(stream, name).catch(() => undefined);
}

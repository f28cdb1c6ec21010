import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Random } from '../random.ts';

const CLIENT_KEY =
  'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n';
const MAX_MESSAGES = 4;
const MAX_WRITES = 6;
/** How long a client that waits for something does, where nothing comes. */
const TIMEOUT_MS = 30;
/** How long the service may take to close a connection that its client has closed halfway. */
const OPEN_MS = 30_000;

export interface Target {
  readonly port: number;
  readonly key: string;
  /** Sent first on every connection, such as a header of the PROXY protocol. */
  readonly before?: string;
}

type Message = (random: Random, key: string) => string;

const head = (line: string, key: string, more = ''): string =>
  `${line} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n${more}\r\n`;

const call = (random: Random): string =>
  JSON.stringify({
    messages: [{ role: 'user', content: 'x'.repeat(random.below(300)) }],
    stream: random.chance(0.5),
  });

const post = (key: string, more: string): string =>
  head('POST /v1/chat/completions', key, `Content-Type: application/json\r\n${more}`);

function chunked(random: Random, body: string): string {
  let text = '';
  for (let at = 0; at < body.length;) {
    const length = 1 + random.below(random.chance(0.3) ? 2 : 100);
    const chunk = body.slice(at, at + length);
    text += `${chunk.length.toString(16)}\r\n${chunk}\r\n`;
    at += length;
  }
  return text;
}

function wholeCall(random: Random, key: string): string {
  const body = call(random);
  return post(key, `Content-Length: ${body.length}\r\n`) + body;
}

/** What a client may send, right and wrong. */
const MESSAGES: readonly Message[] = [
  (_, key) => head('GET /v1/models', key),
  (random, key) => head('GET /healthz', key).repeat(1 + random.below(40)),
  wholeCall,
  (random, key) => `${post(key, 'Transfer-Encoding: chunked\r\n')}${chunked(random, call(random))}0\r\n\r\n`,
  (random, key) => post(key, 'Transfer-Encoding: chunked\r\n') + chunked(random, call(random)),
  (random, key) => post(key, `Content-Length: ${1 + random.below(1000)}\r\n`) + call(random),
  (_, key) => `${post(key, 'Transfer-Encoding: chunked\r\n')}1\r\nx\r\nzz\r\n`,
  (_, key) => `${post(key, 'Transfer-Encoding: chunked\r\n')}${'1\r\nx\r\n'.repeat(600)}`,
  (random, key) => post(key, `Content-Length: 20\r\nTransfer-Encoding: chunked\r\n`) + call(random),
  (random, key) => post(key, `Expect: ${random.pick(['100-continue', 'tea'])}\r\nContent-Length: 50\r\n`),
  (random, key) =>
    head('GET /v1/models', key, `Content-Length: ${random.below(200_000)}\r\n`) + 'x'.repeat(5000),
  (random, key) => head('CONNECT a:1', key) + 'x'.repeat(random.below(2000)),
  (random, key) =>
    head('GET /tunnel/v1/connect', key, CLIENT_KEY) + random.bytes(random.below(200)).toString('latin1'),
  (_, key) => head('GET /v1/models', key, CLIENT_KEY),
  (_, key) => head('GET /v1/models', key).replace('HTTP/1.1', 'HTTP/1.0'),
  (random, key) => head('GET /v1/models', key, `x: ${'a'.repeat(random.below(100_000))}\r\n`),
  (random, key) => head(`${random.pick(['PUT', 'PRI', 'OPTIONS', 'get', 'TRACE'])} /v1/models`, key),
  (_, key) => head('GET /v1/models', key).replaceAll('\r\n', '\n'),
  (random) => random.bytes(1 + random.below(500)).toString('latin1'),
];

/** A few messages behind one another, sometimes with a byte that is wrong or with their end missing. */
function randomBytes(random: Random, key: string): Buffer {
  const count = 1 + random.below(MAX_MESSAGES);
  const message = (): string => (random.chance(0.3) ? wholeCall : random.pick(MESSAGES))(random, key);
  const text = Array.from({ length: count }, message).join('');
  const bytes = Buffer.from(text, 'latin1');
  if (random.chance(0.15)) bytes[random.below(bytes.length)] = random.below(256);
  return random.chance(0.2) ? bytes.subarray(0, random.below(bytes.length)) : bytes;
}

const LEAVING: readonly ((socket: Socket) => unknown)[] = [
  // Closed by the service, which has to notice. A client that reads nothing would not see it.
  (socket) => socket.end().resume(),
  (socket) => socket.destroy(),
  (socket) => socket.resetAndDestroy(),
  (socket) => socket.resetAndDestroy(),
];

/** Opens one connection, sends what the seed says, cut as it says, and leaves as it says. Resolves when the connection is closed. */
export async function sendRandomly({ port, key, before = '' }: Target, seed: number): Promise<void> {
  const random = new Random(seed);
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  await Promise.race([once(socket, 'connect'), closed]);
  if (random.chance(0.8)) socket.resume();
  socket.write(before);
  const bytes = randomBytes(random, key);
  const writes = 1 + random.below(MAX_WRITES);
  for (let i = 0; i < writes && !socket.destroyed; i++) {
    const [from, to] = [i, i + 1].map((part) => Math.floor((bytes.length * part) / writes));
    socket.write(bytes.subarray(from, to));
    if (random.chance(0.5)) await nextTurn();
  }
  if (random.chance(0.4))
    await Promise.race([once(socket, 'data').catch(() => undefined), closed, timeout()]);
  random.pick(LEAVING)(socket);
  const timer = setTimeout(() => socket.destroy(new Error('open')), OPEN_MS);
  await closed;
  clearTimeout(timer);
  if (socket.errored?.message === 'open') throw new Error(`The connection of seed ${seed} stays open.`);
}

function timeout(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS));
}

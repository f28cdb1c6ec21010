import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { clientAddress } from './client-address.ts';
import { requireProxyHeaders } from './proxy-protocol.ts';
import { binaryHeader, TCP4, TCP4_ADDRESSES } from './test-support/proxy-header-bytes.ts';

const HEADER = 'PROXY TCP4 203.0.113.7 10.0.0.1 56789 443\r\n';
const BINARY = binaryHeader(1, TCP4, [...TCP4_ADDRESSES, 4, 0, 1, 0]);
const request = (body = '', headers = '') =>
  `POST / HTTP/1.1\r\nhost: a\r\n${headers}content-length: ${body.length}\r\n\r\n${body}`;
const LAST = 'connection: close\r\n';

let server: Server;
let logged: Record<string, unknown>[];
let accepted: Socket[];
/** Requests the server received, as "address body". */
let received: string[];
let onRequest: (response: ServerResponse) => void;

beforeEach(async () => {
  logged = [];
  accepted = [];
  received = [];
  onRequest = (response) => response.end('done');
  server = createServer(
    { headersTimeout: 300, connectionsCheckingInterval: 50, keepAliveTimeout: 60_000 },
    (incoming, response) => void handle(incoming, response),
  );
  const log = pino(
    { base: null },
    { write: (line: string) => void logged.push(JSON.parse(line) as Record<string, unknown>) },
  );
  requireProxyHeaders(server, ['127.0.0.1', '10.0.0.0/8'], log);
  server.on('connection', (socket: Socket) => void accepted.push(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterEach(() => {
  vi.useRealTimers();
  for (const socket of accepted) socket.destroy();
  server.close();
});

async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  let body = '';
  for await (const chunk of incoming.setEncoding('latin1')) body += String(chunk);
  received.push(`${clientAddress(incoming.socket)} ${body}`);
  onRequest(response);
}

interface Client {
  readonly socket: Socket;
  /** What the server has sent. */
  readonly text: () => string;
  /** Everything received until the server closed the connection, by FIN or by reset. */
  readonly closed: Promise<string>;
}

async function open(localAddress = '127.0.0.1'): Promise<Client> {
  const socket = connect({
    port: (server.address() as AddressInfo).port,
    host: '127.0.0.1',
    localAddress,
    noDelay: true,
  });
  let text = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => (text += chunk));
  socket.on('error', () => {});
  const closed = new Promise<string>((resolve) => void socket.on('close', () => resolve(text)));
  await once(socket, 'connect');
  while (accepted.length === 0 || accepted.at(-1)!.remotePort !== socket.localPort) await nextTurn();
  return { socket, text: () => text, closed };
}

async function exchange(bytes: string | Buffer, localAddress?: string): Promise<string> {
  const client = await open(localAddress);
  client.socket.write(bytes);
  return client.closed;
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await nextTurn();
}

/** Sends the parts so that the server reads each separately. */
async function sendInParts(client: Client, parts: readonly Buffer[]): Promise<void> {
  const socket = accepted.at(-1)!;
  let sent = 0;
  for (const part of parts) {
    client.socket.write(part);
    sent += part.length;
    await until(() => socket.bytesRead >= sent || socket.destroyed);
  }
}

it.each([
  ['text', Buffer.from(HEADER)],
  ['binary', BINARY],
])('D-KEY-6 uses the address of a %s header, wherever the bytes are split', async (_, header) => {
  const bytes = Buffer.concat([header, Buffer.from(request('hello', LAST))]);
  for (let at = 1; at < bytes.length; at += 1) {
    const client = await open();
    await sendInParts(client, [bytes.subarray(0, at), bytes.subarray(at)]);
    expect(await client.closed, `split at ${at}`).toMatch(/^HTTP\/1\.1 200 /);
    expect(received.splice(0)).toEqual(['203.0.113.7 hello']);
  }
  const client = await open();
  await sendInParts(
    client,
    Array.from(bytes, (byte) => Buffer.from([byte])),
  );
  await client.closed;
  expect(received).toEqual(['203.0.113.7 hello']);
  expect(logged).toEqual([]);
});

it('serves requests that come in the same packet as the header, in order', async () => {
  const text = await exchange(HEADER + request('one') + request('two') + request('three', LAST));
  expect(text.match(/HTTP\/1\.1 200 /g)).toHaveLength(3);
  expect(received).toEqual(['203.0.113.7 one', '203.0.113.7 two', '203.0.113.7 three']);
});

it('accepts a body far larger than what came with the header', async () => {
  const body = 'x'.repeat(3_000_000);
  expect(await exchange(HEADER + request(body, LAST))).toMatch(/^HTTP\/1\.1 200 /);
  expect(received).toEqual([`203.0.113.7 ${body}`]);
});

it('D-75 keeps the address for all requests of the connection, and does not parse a second header', async () => {
  const client = await open();
  client.socket.write(HEADER);
  for (const body of ['one', 'two', 'three']) {
    client.socket.write(request(body));
    await until(
      () =>
        client.text().split('HTTP/1.1 200 ').length > received.length &&
        received.at(-1)?.endsWith(body) === true,
    );
  }
  client.socket.write(`PROXY TCP4 198.51.100.1 10.0.0.1 1 2\r\n${request('four')}`);
  expect(await client.closed).toMatch(/HTTP\/1\.1 400 /);
  expect(received).toEqual(['203.0.113.7 one', '203.0.113.7 two', '203.0.113.7 three']);
  expect(accepted).toHaveLength(1);
});

it('keeps the addresses of connections separate', async () => {
  const clients = await Promise.all(Array.from({ length: 20 }, () => open()));
  for (const [n, client] of clients.entries())
    client.socket.write(`PROXY TCP4 198.51.100.${n} 10.0.0.1 1 2\r\n`);
  for (const [n, client] of clients.entries()) client.socket.write(request(String(n), LAST));
  await Promise.all(clients.map(({ closed }) => closed));
  expect(received.toSorted()).toEqual(clients.map((_, n) => `198.51.100.${n} ${n}`).toSorted());
});

it.each([
  ['UNKNOWN', 'PROXY UNKNOWN\r\n'],
  ['LOCAL', binaryHeader(0, TCP4, TCP4_ADDRESSES)],
])('D-KEY-6 keeps the address of the peer if the proxy says %s', async (_, header) => {
  await exchange(Buffer.concat([Buffer.from(header as string), Buffer.from(request('health', LAST))]));
  expect(received).toEqual(['127.0.0.1 health']);
});

it.each([
  ['missing', 'missing', request('no')],
  ['malformed', 'malformed', `PROXY TCP4 203.0.113.300 10.0.0.1 1 2\r\n${request('no')}`],
  [
    'malformed binary',
    'malformed',
    Buffer.concat([binaryHeader(2, TCP4, TCP4_ADDRESSES), Buffer.from(request('no'))]),
  ],
  ['oversized', 'too_large', `PROXY UNKNOWN ${'f'.repeat(200)}\r\n${request('no')}`],
  ['oversized binary', 'too_large', binaryHeader(1, TCP4, TCP4_ADDRESSES, 60_000)],
])(
  'D-KEY-6 closes the connection of a trusted peer without an answer: header %s',
  async (_, fault, bytes) => {
    expect(await exchange(bytes)).toBe('');
    expect(received).toEqual([]);
    expect(logged).toHaveLength(1);
    expect(logged[0]).toMatchObject({ level: 40, class: fault, unlogged: 0 });
    expect(JSON.stringify(logged)).not.toMatch(/127\.0|203\.0|10\.0/);
  },
);

it('closes when the peer leaves within the header, and does not log one that only probed the port', async () => {
  const looker = await open();
  looker.socket.end();
  expect(await looker.closed).toBe('');
  expect(logged).toEqual([]);
  const leaver = await open();
  leaver.socket.end(HEADER.slice(0, 20));
  expect(await leaver.closed).toBe('');
  expect(logged.map((line) => line['class'])).toEqual(['truncated']);
});

it('survives a peer that resets within the header', async () => {
  const client = await open();
  await sendInParts(client, [Buffer.from('PROXY ')]);
  client.socket.resetAndDestroy();
  await until(() => accepted[0]!.destroyed);
  expect(await exchange(HEADER + request('next', LAST))).toMatch(/^HTTP\/1\.1 200 /);
});

it('D-KEY-6 waits five seconds for the whole header, however slowly it arrives', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const [silent, dripping] = [await open(), await open()];
  await sendInParts(dripping, [Buffer.from('PROXY ')]);
  vi.advanceTimersByTime(4999);
  await sendInParts(dripping, [Buffer.from('TCP4 ')]);
  expect(accepted.map((socket) => socket.destroyed)).toEqual([false, false]);
  vi.advanceTimersByTime(1);
  expect([await silent.closed, await dripping.closed]).toEqual(['', '']);
  expect(logged.map((line) => line['class'])).toEqual(['timeout']);
});

it('stops the timeout once the header has arrived', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const client = await open();
  await sendInParts(client, [Buffer.from(HEADER)]);
  expect(vi.getTimerCount()).toBe(0);
  client.socket.destroy();
});

it('logs one line in ten seconds, and the number of suppressed ones', async () => {
  let now = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  for (let n = 0; n < 5; n += 1) await exchange(request());
  expect(logged).toHaveLength(1);
  now += 10_000;
  await exchange('PROXY \r\n');
  vi.mocked(performance.now).mockRestore();
  expect(logged.map((line) => [line['class'], line['unlogged']])).toEqual([
    ['missing', 0],
    ['malformed', 4],
  ]);
});

it('D-75 a peer that is not listed speaks HTTP immediately, and its PROXY header is bad HTTP', async () => {
  expect(await exchange(request('plain', LAST), '127.0.0.2')).toMatch(/^HTTP\/1\.1 200 /);
  expect(received).toEqual(['127.0.0.2 plain']);
  for (const header of [Buffer.from(HEADER), BINARY]) {
    const text = await exchange(Buffer.concat([header, Buffer.from(request('forged', LAST))]), '127.0.0.2');
    expect(text).toMatch(/^HTTP\/1\.1 400 /);
  }
  expect(received).toEqual(['127.0.0.2 plain']);
  expect(logged).toEqual([]);
});

it('AUTH-20 KEY-74 forwarding headers change nothing, from whichever peer', async () => {
  const forged = `x-forwarded-for: 198.51.100.9\r\nforwarded: for=198.51.100.9\r\nx-real-ip: 198.51.100.9\r\n${LAST}`;
  await exchange(HEADER + request('trusted', forged));
  await exchange(request('other', forged), '127.0.0.2');
  expect(received).toEqual(['203.0.113.7 trusted', '127.0.0.2 other']);
});

it('the time limit of request headers starts after the PROXY header', async () => {
  const client = await open();
  client.socket.write(`${HEADER}POST / HT`);
  expect(await client.closed).toMatch(/^HTTP\/1\.1 408 /);
});

it('stopping closes idle connections and those without a header immediately, and lets a response finish', async () => {
  const [waiting, partly, idle, busy] = [await open(), await open(), await open(), await open()];
  partly.socket.write('PROXY TC');
  idle.socket.write(HEADER + request('idle'));
  await until(() => idle.text().includes('done'));
  let finish = (): void => {};
  onRequest = (response) => (finish = () => void response.end('finished'));
  busy.socket.write(HEADER + request('busy'));
  await until(() => received.length === 2);

  const stopped = once(server, 'close');
  server.close();
  await Promise.all([waiting.closed, partly.closed, idle.closed]);
  expect(accepted.map((socket) => socket.destroyed)).toEqual([true, true, true, false]);
  finish();
  await until(() => busy.text().includes('finished'));
  server.closeIdleConnections();
  await busy.closed;
  await stopped;
});

it('closing all connections includes those that a proxy opened', async () => {
  const client = await open();
  onRequest = () => server.closeAllConnections();
  client.socket.write(HEADER + request('cut'));
  expect(await client.closed).toBe('');
  expect(received).toEqual(['203.0.113.7 cut']);
});

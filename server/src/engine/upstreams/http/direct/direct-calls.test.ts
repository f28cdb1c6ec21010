import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, getCACertificates, setDefaultCACertificates } from 'node:tls';
import { createClock, Secret } from '#kit';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LOCALHOST_CERTIFICATE } from '../../../../../test-kit/fakes/test-certificate.ts';
import type { Engine } from '../../../events.ts';
import { beginAt, completeAt } from '../../../test-support/engine-call.ts';
import type { RecordingSink } from '../../../test-support/recording-sink.ts';
import { createOpenAiEngine } from '../../openai.ts';

const BODY = JSON.stringify({ choices: [{ message: { content: 'fine' }, finish_reason: 'stop' }] });
const JSON_TYPE = 'Content-Type: application/json\r\n';
const LENGTH = `Content-Length: ${BODY.length}\r\n`;
const CHUNKS = `${BODY.length.toString(16)}\r\n${BODY}\r\n0\r\n\r\n`;
const OK = `HTTP/1.1 200 OK\r\n${JSON_TYPE}`;
const WHOLE = `${OK}${LENGTH}\r\n${BODY}`;

let server: Server;
let engine: Engine;
let sockets: Socket[];
/** What each connection sent. */
let received: string[];
/** Answers each request that has arrived whole. */
let respond: (socket: Socket) => void;

let usualAuthorities: string[];
beforeAll(() => {
  usualAuthorities = getCACertificates();
  setDefaultCACertificates([...usualAuthorities, LOCALHOST_CERTIFICATE.cert]);
});
afterAll(() => setDefaultCACertificates(usualAuthorities));

async function listen(isSecure: boolean): Promise<void> {
  sockets = [];
  received = [];
  const serve = (socket: Socket): void => {
    const number = sockets.push(socket) - 1;
    received[number] = '';
    let unread = '';
    socket.on('error', () => undefined);
    socket.setEncoding('utf8').on('data', (text: string) => {
      received[number] += text;
      unread += text;
      const head = unread.indexOf('\r\n\r\n');
      if (/transfer-encoding: chunked/i.test(unread.slice(0, head)) && !unread.endsWith('\r\n0\r\n\r\n'))
        return;
      const length = Number(/content-length: (\d+)/i.exec(unread)?.[1]);
      if (head < 0 || Buffer.byteLength(unread.slice(head + 4)) < length) return;
      unread = '';
      respond(socket);
    });
  };
  server = isSecure ? createTlsServer(LOCALHOST_CERTIFICATE, serve) : createServer(serve);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
}

afterEach(async () => {
  await engine.close();
  for (const socket of sockets) socket.destroy();
  server.close();
});

const CLIENTS = { 'on a socket': { isSecure: false }, 'on a secure socket': { isSecure: true } };

async function start(client: keyof typeof CLIENTS, maxConnections = 4): Promise<void> {
  const { isSecure } = CLIENTS[client];
  await listen(isSecure);
  const { port } = server.address() as AddressInfo;
  engine = createOpenAiEngine({
    baseUrl: isSecure ? `https://localhost:${port}/v1` : `http://127.0.0.1:${port}/v1`,
    headers: { 'x-extra': new Secret('extra') },
    maxConnections,
    name: 'main',
    embeddingsPerRequest: 1,
    responseFormats: [],
    clock: createClock(),
  });
}

const EVENTS = [
  `data: ${JSON.stringify({ choices: [{ delta: { content: 'fi' } }] })}\n\n`,
  `data: ${JSON.stringify({ choices: [{ delta: { content: 'ne' }, finish_reason: 'stop' }] })}\n\n`,
  'data: [DONE]\n\n',
];
const STREAM_HEAD =
  'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n';
const STREAM_CHUNKS = EVENTS.map((event) => `${event.length.toString(16)}\r\n${event}\r\n`).join('');

const EXTENDED = CHUNKS.replaceAll(/^([0-9a-f]+)\r$/gm, '$1;name="va;lue"\r');
const EXTENDED_EVENTS = STREAM_CHUNKS.replaceAll(/^([0-9a-f]+)\r$/gm, '$1;a=b;c\r');
const LETTERS = CHUNKS.replaceAll(/^([0-9a-f]+)\r$/gm, (size) => `00${size.toUpperCase()}`);

const call = (): Promise<RecordingSink> => completeAt(engine, { stream: false });
const LARGE = 'word '.repeat(500_000);
const callWith = (text: string): Promise<RecordingSink> =>
  completeAt(engine, { stream: false, turns: [{ role: 'user', blocks: [{ type: 'text', text }] }] });
const outcome = ({ text, fault, ended }: RecordingSink): string =>
  ended ? text : (fault?.kind ?? 'none of both');

/** An answer, what becomes of the call, and whether its connection carries the next one too. */
const RESPONSES: readonly (readonly [name: string, bytes: string, outcome: string, kept: boolean])[] = [
  ['a length', WHOLE, 'fine', true],
  ['chunks', `${OK}Transfer-Encoding: chunked\r\n\r\n${CHUNKS}`, 'fine', true],
  [
    'chunks and a trailer',
    `${OK}Transfer-Encoding: chunked\r\n\r\n${CHUNKS.slice(0, -2)}A: b\r\n\r\n`,
    'fine',
    true,
  ],
  ['events', `${STREAM_HEAD}${STREAM_CHUNKS}0\r\n\r\n`, 'fine', true],
  ['events and a trailer', `${STREAM_HEAD}${STREAM_CHUNKS}0\r\nA: b\r\n\r\n`, 'fine', true],
  ['events and bytes behind them', `${STREAM_HEAD}${STREAM_CHUNKS}0\r\n\r\nmore`, 'fine', false],
  ['events in what is no chunk', `${STREAM_HEAD}zz\r\n${STREAM_CHUNKS}0\r\n\r\n`, 'broken', false],
  ['chunks with extensions', `${OK}Transfer-Encoding: chunked\r\n\r\n${EXTENDED}`, 'fine', true],
  ['chunks, in other letters', `${OK}transfer-encoding:Chunked\r\n\r\n${LETTERS}`, 'fine', true],
  ['events in chunks with extensions', `${STREAM_HEAD}${EXTENDED_EVENTS}0;last\r\n\r\n`, 'fine', true],
  ['a promise to continue first', `HTTP/1.1 100 Continue\r\n\r\n${WHOLE}`, 'fine', true],
  ['signs of processing first', `${'HTTP/1.1 102 Processing\r\n\r\n'.repeat(3)}${WHOLE}`, 'fine', true],
  [
    'signs of processing before events',
    `HTTP/1.1 102 Processing\r\n\r\n${STREAM_HEAD}${STREAM_CHUNKS}0\r\n\r\n`,
    'fine',
    true,
  ],
  [
    'header names in other letters',
    `HTTP/1.1 200\r\ncontent-TYPE:application/json\r\nCONTENT-length:   ${BODY.length}  \r\n\r\n${BODY}`,
    'fine',
    true,
  ],
  [
    'a keep-alive with more in it',
    `${OK}Keep-Alive: timeout=30, max=100\r\n${LENGTH}\r\n${BODY}`,
    'fine',
    true,
  ],
  [
    'a body that is compressed unasked',
    `${OK}Content-Encoding: gzip\r\nContent-Length: 20\r\n\r\n${'\u001f'.repeat(20)}`,
    'broken',
    true,
  ],
  ['early hints first', `HTTP/1.1 103 Early Hints\r\nLink: a\r\n\r\n${WHOLE}`, 'fine', true],
  ['a hundred header lines', `${OK}${'A: b\r\n'.repeat(100)}${LENGTH}\r\n${BODY}`, 'fine', true],
  ['the announcement of an end', `${OK}Connection: close\r\n${LENGTH}\r\n${BODY}`, 'fine', false],
  ['a keep-alive too short to use', `${OK}Keep-Alive: timeout=1\r\n${LENGTH}\r\n${BODY}`, 'fine', false],
  ['HTTP/1.0', `HTTP/1.0 200 OK\r\n${JSON_TYPE}${LENGTH}\r\n${BODY}`, 'fine', false],
  ['a second response', `${WHOLE}${WHOLE}`, 'fine', false],
  ['bytes behind the response', `${WHOLE}more`, 'fine', false],
  ['length and chunks', `${OK}${LENGTH}Transfer-Encoding: chunked\r\n\r\n${CHUNKS}`, 'broken', false],
  ['two lengths', `${OK}${LENGTH}Content-Length: 3\r\n\r\n${BODY}`, 'broken', false],
  ['a length that is no number', `${OK}Content-Length: 0x20\r\n\r\n${BODY}`, 'broken', false],
  ['a chunk without a size', `${OK}Transfer-Encoding: chunked\r\n\r\nzz\r\n${CHUNKS}`, 'broken', false],
  ['a head of 20 KB', `${OK}A: ${'b'.repeat(20_000)}\r\n${LENGTH}\r\n${BODY}`, 'broken', false],
  [
    'another protocol',
    'HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n',
    'broken',
    false,
  ],
  ['a line that is no header', `${OK}nonsense\r\n${LENGTH}\r\n${BODY}`, 'broken', false],
];

describe.each(Object.keys(CLIENTS) as (keyof typeof CLIENTS)[])('a call %s', (client) => {
  it.each(RESPONSES)('is answered with %s', async (_name, bytes, expected, kept) => {
    await start(client);
    respond = (socket) => socket.write(bytes);
    expect(outcome(await call())).toBe(expected);
    // What closes a connection has its turn.
    await new Promise((resolve) => setTimeout(resolve, 20));
    respond = (socket) => socket.write(WHOLE);
    expect(outcome(await call())).toBe('fine');
    expect(sockets).toHaveLength(kept ? 1 : 2);
  });

  it('is answered byte by byte', async () => {
    await start(client);
    const bytes = Buffer.from(`${OK}Transfer-Encoding: chunked\r\n\r\n${CHUNKS}`);
    const write = async (socket: Socket): Promise<void> => {
      for (const byte of bytes) {
        socket.write(Buffer.of(byte));
        await new Promise(setImmediate);
      }
    };
    respond = (socket) => void write(socket);
    expect(outcome(await call())).toBe('fine');
  });

  it.each([
    ['with the end of the connection as its end', `${OK}\r\n${BODY}`, 'fine'],
    [
      'events with the end of the connection as their end',
      `HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n${EVENTS.join('')}`,
      'fine',
    ],
    [
      'events of HTTP/1.0',
      `HTTP/1.0 200 OK\r\nContent-Type: text/event-stream\r\n\r\n${EVENTS.join('')}`,
      'fine',
    ],
    ['with less than its length', WHOLE.slice(0, -1), 'broken'],
    ['without its last chunk', `${OK}Transfer-Encoding: chunked\r\n\r\n${CHUNKS.slice(0, -5)}`, 'broken'],
    ['in the middle of its head', OK, 'broken'],
    ['before its first byte', '', 'unreachable'],
  ])('ends %s', async (_name, bytes, expected) => {
    await start(client);
    respond = (socket) => socket.end(bytes);
    expect(outcome(await call())).toBe(expected);
    expect(sockets).toHaveLength(1);
  });

  it('sends its text in UTF-8, with its length', async () => {
    await start(client);
    respond = (socket) => socket.write(WHOLE);
    const text = 'grün 🌱';
    const turns = [{ role: 'user', blocks: [{ type: 'text', text }] }] as const;
    expect(outcome(await completeAt(engine, { stream: false, turns }))).toBe('fine');
    const [head, body] = received[0]!.split('\r\n\r\n') as [string, string];
    expect(JSON.parse(body)).toMatchObject({ messages: [{ content: text }] });
    expect(head.toLowerCase()).toContain(`content-length: ${Buffer.byteLength(body)}`);
    expect(head).toMatch(
      /^POST \/v1\/chat\/completions HTTP\/1\.1\r\nhost: (127\.0\.0\.1|localhost):\d+\r\n/,
    );
  });

  it('sends a large body in pieces', async () => {
    await start(client);
    respond = (socket) => socket.write(WHOLE);
    expect(outcome(await callWith(LARGE))).toBe('fine');
    expect(outcome(await callWith('small'))).toBe('fine');
    const [, first = '', second] = received.join('').split(/POST [^]*?\r\n\r\n/);
    const body = first.replaceAll(/(^|\r\n)[0-9a-f]+\r\n/g, '').trimEnd();
    expect(body.length).toBeGreaterThan(LARGE.length);
    expect(JSON.parse(body)).toMatchObject({ messages: [{ content: LARGE }] });
    expect(JSON.parse(second!)).toMatchObject({ messages: [{ content: 'small' }] });
  });

  it('waits for a connection when all are in use, and may leave while it waits', async () => {
    await start(client, 1);
    const held: Socket[] = [];
    respond = (socket) => void held.push(socket);
    // One connection, and the reserve.
    const calls = Array.from({ length: 19 }, () => beginAt(engine, { stream: false }));
    await expect.poll(() => held.length).toBe(17);
    calls[17]!.run.abort();
    respond = (socket) => socket.write(WHOLE);
    for (const socket of held) socket.write(WHOLE);
    await calls[18]!.sink.done;
    expect(outcome(calls[18]!.sink)).toBe('fine');
    expect(calls[17]!.sink).toMatchObject({ ended: false, fault: undefined });
    expect(sockets).toHaveLength(17);
    expect(received.join('').match(/POST/g)).toHaveLength(18);
  });
});

describe.each(Object.keys(CLIENTS) as (keyof typeof CLIENTS)[])('a kept connection %s', (client) => {
  beforeEach(() => start(client));

  it('that its engine closes as it is used costs no call: the request is sent once more', async () => {
    respond = (socket) => socket.write(WHOLE);
    await call();
    const [first] = sockets;
    // Closed without an answer, as if it had been idle for too long.
    respond = (socket) => (socket === first ? socket.destroy() : socket.write(WHOLE));
    expect(outcome(await call())).toBe('fine');
    expect(sockets).toHaveLength(2);
  });

  it('is as good for a large body, which is written once more', async () => {
    respond = (socket) => socket.write(WHOLE);
    await call();
    const [first] = sockets;
    // It is gone before much of the body is written.
    first!.once('data', () => first!.destroy());
    expect(outcome(await callWith(LARGE))).toBe('fine');
    expect(sockets).toHaveLength(2);
  });

  it('that ends amid a response costs its call', async () => {
    respond = (socket) => socket.write(WHOLE);
    await call();
    respond = (socket) => socket.end(OK);
    expect(outcome(await call())).toBe('broken');
    expect(sockets).toHaveLength(1);
  });

  it('is not used once its engine closed it', async () => {
    respond = (socket) => socket.end(WHOLE);
    for (let calls = 0; calls < 5; calls++) expect(outcome(await call())).toBe('fine');
  });

  it('on which something comes unasked is closed', async () => {
    respond = (socket) => socket.write(WHOLE);
    await call();
    const closed = once(sockets[0]!, 'close');
    sockets[0]!.write(WHOLE);
    await closed;
    expect(outcome(await call())).toBe('fine');
  });
});

it('nothing is sent to a server that is not trusted', async () => {
  await start('on a secure socket');
  setDefaultCACertificates(usualAuthorities);
  try {
    respond = (socket) => socket.write(WHOLE);
    expect(outcome(await call())).toBe('unreachable');
    expect(received.join('')).toBe('');
  } finally {
    setDefaultCACertificates([...usualAuthorities, LOCALHOST_CERTIFICATE.cert]);
  }
});

it('nothing is sent to a server of another name', async () => {
  await start('on a secure socket');
  const { port } = server.address() as AddressInfo;
  await engine.close();
  engine = createOpenAiEngine({
    name: 'main',
    baseUrl: `https://127.0.0.2:${port}/v1`,
    headers: {},
    maxConnections: 4,
    embeddingsPerRequest: 1,
    responseFormats: [],
    clock: createClock(),
  });
  expect(outcome(await call())).toBe('unreachable');
  expect(received.join('')).toBe('');
});

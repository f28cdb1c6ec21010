import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { deflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAIN_KEY } from '#test-kit';
import { body, MESSAGES } from '../messages/ask.ts';
import { admitted, rawConnector, type RawConnector } from './raw-connector.ts';
import { startTunnelsFixture, TUNNELS_BETA, type TunnelsFixture } from './tunnels-fixture.ts';

const URL_OF_TARGET = 'http://inside/mcp';
const HEAD = Buffer.from('{"status":200,"headers":{"content-type":"application/json"}}');

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** What is left after a full collection: resident memory depends on when there was one. */
function heldBytes(): number {
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

let fixture: TunnelsFixture;
let port: number;
beforeAll(async () => {
  fixture = await startTunnelsFixture();
  port = fixture.service.port;
});
afterAll(() => fixture.stop());

const newToken = async (): Promise<{ id: string; token: string }> => {
  const { id, connector_token: token } = await fixture.tunnel({ allowed_targets: [URL_OF_TARGET] });
  return { id, token: token! };
};

/** A connector that has a call to answer, and what the caller of the model is told in the end. */
async function withCall(): Promise<{ connector: RawConnector; stream: number; reply: Promise<string> }> {
  const { id, token } = await newToken();
  const connector = await admitted(port, token);
  const servers = [{ name: 'inside', url: URL_OF_TARGET, tunnel_id: id }];
  const reply = fixture.service
    .post(MESSAGES, MAIN_KEY, body({ mcp_servers: servers }), { 'svc-beta': TUNNELS_BETA })
    .then(
      async (response) => ((await response.json()) as { error?: { code: string } }).error?.code ?? 'answered',
    );
  const { stream } = await connector.next('open');
  return { connector, stream, reply };
}

describe('a connector that violates the protocol', () => {
  type Violation = (connector: RawConnector, stream: number) => void;

  it.each<[string, Violation, number]>([
    ['sends text', ({ socket }) => socket.send('hello'), 1003],
    [
      'sends a frame of another version',
      ({ socket }) => socket.send(Buffer.from('020200000000000100000000', 'hex')),
      4426,
    ],
    ['sends half a head', ({ socket }) => socket.send(Buffer.alloc(5)), 1002],
    ['sends a frame that is too long', ({ socket }) => socket.send(Buffer.alloc(70_000)), 1009],
    ['opens a stream', (one) => one.frame({ type: 'open', stream: 3, payload: Buffer.from('{}') }), 1002],
    [
      'answers a call that was not made',
      (one) => one.frame({ stream: 999, payload: Buffer.from('x') }),
      1002,
    ],
    ['sends data first', (one, stream) => one.frame({ stream, payload: Buffer.from('x') }), 1002],
    [
      'sends a head that is no JSON',
      (one, stream) => one.frame({ type: 'head', stream, payload: Buffer.from('{') }),
      1002,
    ],
    [
      'sends overlong headers',
      (one, stream) =>
        one.frame({
          type: 'head',
          stream,
          payload: Buffer.from(JSON.stringify({ status: 200, headers: { a: 'x'.repeat(40_000) } })),
        }),
      1002,
    ],
    [
      'sends a header that splits the reply',
      (one, stream) =>
        one.frame({
          type: 'head',
          stream,
          payload: Buffer.from(JSON.stringify({ status: 200, headers: { a: 'b\r\nc: d' } })),
        }),
      1002,
    ],
    [
      'overruns its window',
      (one, stream) => {
        one.frame({ type: 'head', stream, payload: HEAD });
        for (let i = 0; i < 10; i++) one.frame({ stream, payload: Buffer.alloc(65_536, 0x20) });
      },
      1002,
    ],
    [
      'gives credit without end',
      (one, stream) => one.frame({ type: 'window', stream, payload: Buffer.from([127, 255, 255, 255]) }),
      1002,
    ],
    ['says hello twice', (one) => one.hello(), 1002],
    ['says what only the service says', (one) => one.control({ type: 'config', allowed_targets: [] }), 1002],
    [
      'floods with control messages',
      (one) => {
        for (let i = 0; i < 5000; i++) one.control({ type: 'later' });
      },
      1002,
    ],
  ])('D-TUN-7 %s is closed with the code that says so, and its call ends', async (_name, violate, code) => {
    const { connector, stream, reply } = await withCall();
    violate(connector, stream);
    expect(await connector.closed()).toBe(code);
    expect(await reply).toBe('tunnel_unavailable');
  });

  it('D-TUN-7 compresses nothing: neither is it negotiated, nor is a compressed frame taken', async () => {
    const { token } = await newToken();
    const offering = await rawConnector(port, token, { perMessageDeflate: true }).opened();
    expect(offering.socket.extensions).toBe('');
    // FIN, RSV1, binary; masked with zeros.
    const bomb = deflateRawSync(Buffer.alloc(10_000_000));
    const head = Buffer.from([0xc2, 0xfe, bomb.length >> 8, bomb.length & 255, 0, 0, 0, 0]);
    (offering.socket as unknown as { _socket: { write(bytes: Buffer): void } })._socket.write(
      Buffer.concat([head, bomb]),
    );
    expect(await offering.closed()).toBe(1002);
  });

  it('D-TUN-8 a reply with a content coding or a redirect is refused', async () => {
    for (const [status, headers, code] of [
      [200, { 'content-encoding': 'gzip' }, 'tunnel_unavailable'],
      [302, { location: 'http://elsewhere/' }, 'tunnel_target_refused'],
    ] as const) {
      const { connector, stream, reply } = await withCall();
      connector.frame({ type: 'head', stream, payload: Buffer.from(JSON.stringify({ status, headers })) });
      expect(await reply).toBe(code);
      connector.socket.terminate();
    }
  });

  it('D-TUN-7 says nothing, or only hello, and is given up', async () => {
    const { token } = await newToken();
    const silent = await rawConnector(port, token).opened();
    expect(await silent.closed()).toBe(1002);
  });

  it('D-TUN-7 random frames are answered by a close, and the service goes on', async () => {
    const { token } = await newToken();
    for (let round = 0; round < 20; round++) {
      const connector = await rawConnector(port, token).opened();
      connector.hello();
      for (let i = 0; i < 200; i++) connector.socket.send(randomBytes(12 + (i % 50)));
      expect([1002, 1009, 4426]).toContain(await connector.closed());
    }
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
  });

  it('D-TUN-7 overlong frames, floods and overrun windows cost no memory, however often they come', async () => {
    const { token } = await newToken();
    const flood = async (): Promise<void> => {
      const connector = await rawConnector(port, token).opened();
      for (let i = 0; i < 2000; i++) connector.control({ type: 'later' });
      for (let i = 0; i < 40; i++) connector.frame({ stream: 1, payload: Buffer.alloc(65_536) });
      connector.socket.send(Buffer.alloc(1_000_000));
      expect([1002, 1006, 1009]).toContain(await connector.closed());
    };
    for (let round = 0; round < 5; round++) await flood();
    const before = heldBytes();
    for (let round = 0; round < 20; round++) await flood();
    // Each sent 3.7 MB, 74 MB in all. What the sockets read last is let go a moment later.
    await expect.poll(() => heldBytes() - before, { interval: 200 }).toBeLessThan(20_000_000);
  });

  it('D-TUN-9 pings without end and reads no answer costs no memory', async () => {
    const { token } = await newToken();
    const connector = await admitted(port, token);
    const { _socket: raw } = connector.socket as unknown as { _socket: import('node:net').Socket };
    connector.socket.pause();
    const before = process.memoryUsage().rss;
    const ping = Buffer.concat([Buffer.from([0x89, 0xfd, 0, 0, 0, 0]), Buffer.alloc(125)]);
    const many = Buffer.concat(Array.from({ length: 1000 }, () => ping));
    for (let i = 0; i < 300 && !raw.destroyed; i++)
      if (!raw.write(many))
        await Promise.race([new Promise((resolve) => raw.once('drain', resolve)), connector.closed()]);
    connector.socket.resume();
    expect(await connector.closed()).toBe(1006);
    expect(process.memoryUsage().rss - before).toBeLessThan(200_000_000);
  });
});

describe('the endpoint of connectors', () => {
  const raw = (text: string): Promise<string> =>
    new Promise((resolve) => {
      let reply = '';
      const socket = connect(port, '127.0.0.1', () => socket.write(text));
      socket.on('data', (chunk) => (reply += chunk.toString()));
      socket.on('close', () => resolve(reply));
      setTimeout(() => socket.destroy(), 500);
    });

  it('D-TUN-6 takes WebSockets only, at its path only, and passes over every other offer to upgrade', async () => {
    const upgrade = (path: string, protocol: string, more = ''): string =>
      `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: ${protocol}\r\n${more}\r\n`;
    expect(await raw(upgrade('/tunnel/v1/connect', 'websocket'))).toMatch(/^HTTP\/1.1 400 /);
    expect(await raw(upgrade('/tunnel/v1/connect', 'h2c'))).toMatch(/^HTTP\/1.1 404 /);
    expect(await raw(upgrade('/healthz', 'websocket'))).toMatch(/^HTTP\/1.1 200 /);
    expect(await raw(upgrade('/v1/messages', 'websocket'))).toMatch(/^HTTP\/1.1 405 /);
    expect(await raw('GET /tunnel/v1/connect HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')).toMatch(
      /^HTTP\/1.1 404 /,
    );
  });
});

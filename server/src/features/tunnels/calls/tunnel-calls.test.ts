import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  httpSite,
  usualDatabase,
  textOf,
  TunnelBench,
  type ConnectorProcess,
  type TestSite,
} from '#test-kit';

const database = await usualDatabase();
const LIMIT_BYTES = 10_485_760;

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown;

let bench: TunnelBench;
let site: TestSite;
let url: string;
let listener: Listener;

beforeAll(async () => {
  bench = await TunnelBench.open(database, { limits: { mcp_call_timeout_s: 10 } });
  site = await httpSite((request, response) => void listener(request, response));
  url = `http://127.0.0.1:${site.port}/mcp`;
});
afterAll(async () => {
  await bench.close();
  await site.close();
});

const echo: Listener = async (request, response) => {
  response.end(`said ${await text(request)}`);
};

async function connected(count: number): Promise<{ id: string; connectors: ConnectorProcess[] }> {
  const { id, token } = await bench.tunnel([url]);
  return { id, connectors: await Promise.all(Array.from({ length: count }, () => bench.connect(token))) };
}

/** The connector that gets the first call of its tunnel. */
function carrierOf(connectors: readonly ConnectorProcess[]): ConnectorProcess {
  const { tunnels } = bench.nodes[0]!;
  return connectors.find(({ output }) => {
    const [id = ''] = /conn_[0-9a-z]{26}/.exec(output) ?? [];
    return (tunnels.countCalls(id)?.requests ?? 0) > 0;
  })!;
}

describe('a call', () => {
  it('TUN-45 passes a reply on as it arrives', async () => {
    const { id } = await connected(1);
    const goOn = Promise.withResolvers<undefined>();
    listener = async (_request, response) => {
      response.setHeader('content-type', 'text/event-stream');
      response.write('data: early\n\n');
      await goOn.promise;
      response.end('data: late\n\n');
    };
    const response = await bench.request(id, url);
    expect([response.status, response.contentType]).toEqual([200, 'text/event-stream']);
    const { value } = await response.body.next();
    expect(Buffer.from(value as Uint8Array).toString()).toBe('data: early\n\n');
    goOn.resolve(undefined);
    expect(await textOf(response)).toBe('data: late\n\n');
  });

  it('TUN-48 D-TUN-8 carries 10 MB in each direction, and not a byte more', async () => {
    const { id } = await connected(1);
    listener = async (request, response) => {
      const body = await text(request);
      response.end('x'.repeat(Number(request.headers['x-bytes'] ?? body.length)));
    };
    const largest = 'y'.repeat(LIMIT_BYTES);
    expect((await bench.ask(id, url, { body: largest })).length).toBe(LIMIT_BYTES);
    expect(await bench.ask(id, url, { body: `${largest}y` })).toBe('payload_too_large');
    const headers = { 'x-bytes': String(LIMIT_BYTES + 1) };
    expect(await bench.ask(id, url, { headers })).toBe('tunnel_unavailable');
  });

  it('D-TUN-12 removes hop-by-hop headers and cookies, in both directions', async () => {
    const { id } = await connected(1);
    let got: IncomingMessage['headers'] = {};
    listener = (request, response) => {
      got = request.headers;
      response.setHeader('set-cookie', 'a=b').setHeader('x-own', 'yes').setHeader('connection', 'x-hop');
      response.setHeader('x-hop', 'no').setHeader('mcp-session-id', 's').end('ok');
    };
    const headers = {
      authorization: 'Bearer t',
      'mcp-session-id': 's',
      connection: 'close',
      te: 'x',
      'proxy-authorization': 'p',
      host: 'elsewhere',
      cookie: 'c=d',
    };
    const response = await bench.request(id, url, { headers });
    await textOf(response);
    expect(got).toMatchObject({
      authorization: 'Bearer t',
      'mcp-session-id': 's',
      host: `127.0.0.1:${site.port}`,
    });
    expect(Object.keys(got)).not.toContain('te');
    expect([got['proxy-authorization'], got.cookie, got['accept-encoding']]).toEqual([
      undefined,
      undefined,
      'identity',
    ]);
    expect(Object.keys(response.headers)).toEqual(expect.arrayContaining(['x-own', 'mcp-session-id']));
    for (const name of ['set-cookie', 'x-hop', 'connection'])
      expect(Object.keys(response.headers)).not.toContain(name);
  });

  it.each<[string, Listener, string]>([
    [
      'breaks off',
      (_request, response) => {
        response.write('half');
        setTimeout(() => response.destroy(), 20);
      },
      'tunnel_unavailable',
    ],
    ['is no HTTP', (request) => request.socket.end('hello\r\n\r\n'), 'tunnel_unavailable'],
    [
      'has overlong headers',
      (_request, response) => response.setHeader('x-long', 'x'.repeat(60_000)).end('ok'),
      'tunnel_unavailable',
    ],
    [
      'has a content coding',
      (_request, response) => response.setHeader('content-encoding', 'gzip').end('ok'),
      'tunnel_unavailable',
    ],
    [
      'redirects',
      (_request, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
      'tunnel_target_refused',
    ],
    ['closes the connection', (request) => request.socket.destroy(), 'tunnel_unavailable'],
  ])('D-TUN-14 whose reply %s has its error', async (_name, lie, code) => {
    const { id } = await connected(1);
    listener = lie;
    expect(await bench.ask(id, url)).toBe(code);
    listener = echo;
    expect(await bench.ask(id, url)).toBe('said {}');
  });

  it.each<[string, Listener, Record<string, string>]>([
    ['whose headers are too long', echo, { authorization: `Bearer ${'x'.repeat(33_000)}` }],
    ['whose headers are no text of one line', echo, { authorization: 'Bearer t\n' }],
    [
      'whose reply has too many headers',
      (_request, response) => {
        for (let i = 0; i <= 100; i++) response.setHeader(`x-${i}`, 'v');
        response.end('ok');
      },
      {},
    ],
    ['whose reply has a status that nobody knows', (_request, response) => response.writeHead(600).end(), {}],
  ])(
    'D-TUN-7 D-TUN-8 %s fails alone: others go on over the same connections',
    async (_name, lie, headers) => {
      const { id, connectors } = await connected(2);
      const arrived = Promise.withResolvers<ServerResponse>();
      listener = (_request, response) => arrived.resolve(response);
      const other = bench.ask(id, url);
      const response = await arrived.promise;
      listener = lie;
      expect(await bench.ask(id, url, { headers })).toBe('tunnel_unavailable');
      expect(await bench.ask(id, url, { headers })).toBe('tunnel_unavailable');
      response.end('went on');
      expect(await other).toBe('went on');
      for (const { output } of connectors) expect(output).not.toContain('"retry_in_ms"');
    },
  );

  it('D-TUN-15 is cancelled at the server when its caller aborts', async () => {
    const { id } = await connected(1);
    const arrived = Promise.withResolvers<ServerResponse>();
    listener = (_request, response) => arrived.resolve(response);
    const leaving = new AbortController();
    const asked = bench.ask(id, url, { signal: leaving.signal });
    const response = await arrived.promise;
    const closed = once(response, 'close');
    leaving.abort();
    expect(await asked).toContain('aborted');
    await closed;
  });

  it('D-TUN-8 a reply that nobody reads blocks only its own sender', async () => {
    const { id } = await connected(1);
    // More than the socket buffers on the way can hold.
    const chunks = 150;
    let sent = 0;
    listener = async (request, response) => {
      if (request.headers['x-slow'] === undefined) return echo(request, response);
      for (; sent < chunks; sent++) if (!response.write(Buffer.alloc(65_536))) await once(response, 'drain');
      return response.end();
    };
    const slow = await bench.request(id, url, { headers: { 'x-slow': '1' } });
    for (let i = 0; i < 20; i++) expect(await bench.ask(id, url)).toBe('said {}');
    await delay(300);
    const before = sent;
    await delay(300);
    expect(sent).toBe(before);
    expect(sent).toBeLessThan(chunks);
    expect((await textOf(slow)).length).toBe(chunks * 65_536);
  });
});

describe('a call whose connector is lost', () => {
  /** Kills the connector of the first call when `site` says so. */
  async function killed(
    connectors: number,
    when: 'before' | 'head' | 'bytes',
  ): Promise<{ outcome: string; calls: number }> {
    const { id, connectors: all } = await connected(connectors);
    let calls = 0;
    listener = async (request, response) => {
      calls++;
      if (calls > 1) return void echo(request, response);
      if (when !== 'before') response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
      if (when === 'bytes') response.write('data: first\n\n');
      await delay(100);
      await carrierOf(all).end('SIGKILL');
      response.end();
    };
    return { outcome: await bench.ask(id, url), calls };
  }

  it('TUN-46 D-TUN-14 is retried once on another one if nothing of the reply has arrived', async () => {
    expect(await killed(2, 'before')).toEqual({ outcome: 'said {}', calls: 2 });
    expect(await killed(2, 'head')).toEqual({ outcome: 'said {}', calls: 2 });
  });

  it('D-TUN-14 gets 502 at once without another one', async () => {
    const startedAt = performance.now();
    expect(await killed(1, 'before')).toEqual({ outcome: 'tunnel_unavailable', calls: 1 });
    expect(performance.now() - startedAt).toBeLessThan(8000);
  });

  it('D-TUN-14 is never sent again after bytes of the reply have arrived', async () => {
    expect(await killed(2, 'bytes')).toEqual({ outcome: 'tunnel_unavailable', calls: 1 });
  });
});

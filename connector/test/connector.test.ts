import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConnectorProcess } from '../../server/test-kit/tunnels/connector-process.ts';
import { freePort } from '../../server/test-kit/free-port.ts';
import type { OpenMessage, TunnelSession, TunnelStream } from '@svc/connector/protocol';
import { fakeService, type FakeService } from './fake-service.ts';

const TOKEN = `stn_${'a'.repeat(64)}`;

let service: FakeService;
let server: Server;
let target: string;
let listener: RequestListener;
const started: ConnectorProcess[] = [];

beforeEach(async () => {
  listener = (_request, response) => response.end('fine');
  server = createServer((request, response) => listener(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  target = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  service = await fakeService([target]);
});
afterEach(async () => {
  await Promise.all(started.splice(0).map((connector) => connector.end('SIGKILL')));
  await service.close();
  server.closeAllConnections();
  server.close();
});

function start(
  environment: Readonly<Record<string, string>> = {},
  args: readonly string[] = [],
): ConnectorProcess {
  const connector = new ConnectorProcess(
    { SVC_TUNNEL_URL: service.url, SVC_TUNNEL_TOKEN: TOKEN, ...environment },
    args,
  );
  started.push(connector);
  return connector;
}

function open(session: TunnelSession, message: Partial<OpenMessage> = {}): TunnelStream {
  const call = { callId: 'call_1', method: 'POST', url: target, headers: {}, deadlineMs: 10_000 } as const;
  return session.open({ ...call, ...message }, true);
}

async function replyOf(stream: TunnelStream): Promise<string> {
  try {
    const { status } = await stream.head;
    const chunks: Uint8Array[] = [];
    for (let chunk = await stream.read(); chunk; chunk = await stream.read()) chunks.push(chunk);
    return `${status} ${Buffer.concat(chunks).toString()}`;
  } catch (error) {
    return (error as { reason: string }).reason;
  }
}

describe('a start', () => {
  it.each<[string, Record<string, string>, string]>([
    ['TUN-30 without a token', { SVC_TUNNEL_TOKEN: '' }, 'SVC_TUNNEL_TOKEN'],
    ['TUN-30 with a token of another kind', { SVC_TUNNEL_TOKEN: 'sk_live_1' }, 'SVC_TUNNEL_TOKEN'],
    [
      'TUN-31 without the key of a certificate',
      { SVC_TUNNEL_TOKEN: '', SVC_TUNNEL_CERT: '/dev/null' },
      'SVC_TUNNEL_KEY',
    ],
    [
      'TUN-31 without the certificate of a key',
      { SVC_TUNNEL_TOKEN: '', SVC_TUNNEL_KEY: '/dev/null' },
      'SVC_TUNNEL_CERT',
    ],
    [
      'TUN-31 with a certificate file that does not exist',
      { SVC_TUNNEL_TOKEN: '', SVC_TUNNEL_KEY: '/dev/null', SVC_TUNNEL_CERT: '/none' },
      'SVC_TUNNEL_CERT',
    ],
    [
      'TUN-31 with token and certificate',
      { SVC_TUNNEL_CERT: '/dev/null', SVC_TUNNEL_KEY: '/dev/null' },
      'SVC_TUNNEL_TOKEN and SVC_TUNNEL_CERT',
    ],
    ['TUN-32 with no number', { SVC_TUNNEL_MAX_INFLIGHT: 'many' }, 'SVC_TUNNEL_MAX_INFLIGHT'],
    ['TUN-32 with zero calls', { SVC_TUNNEL_MAX_INFLIGHT: '0' }, 'SVC_TUNNEL_MAX_INFLIGHT'],
    ['TUN-33 with an unknown level', { SVC_TUNNEL_LOG: 'loud' }, 'SVC_TUNNEL_LOG'],
    ['D-TUN-12 with no URL', { SVC_TUNNEL_URL: 'svc.example.com' }, 'SVC_TUNNEL_URL'],
    ['D-TUN-12 with a URL of another scheme', { SVC_TUNNEL_URL: 'ftp://svc.example.com' }, 'SVC_TUNNEL_URL'],
  ])('%s fails and names the variable', async (_name, environment, variable) => {
    const connector = start(environment);
    expect(await connector.exited()).toBe(1);
    expect(connector.output).toContain(`svc-connector: ${variable}`);
    expect(service.visits).toEqual([]);
  });

  it('D-TUN-12 fails for an unknown option or command', async () => {
    for (const args of [['--token', TOKEN], ['serve'], ['check', 'twice']])
      expect(await start({}, args).exited()).toBe(1);
  });

  it('D-TUN-6 D-TUN-11 TUN-32 says hello with the token, its version and 64 calls', async () => {
    start();
    const { authorization, hello, socket } = await service.visit();
    expect(authorization).toBe(`Bearer ${TOKEN}`);
    expect(socket.protocol).toBe('svc-tunnel.v1');
    expect(hello).toEqual({
      type: 'hello',
      protocol: 1,
      connectorVersion: '0.1.0',
      maxInflight: 64,
      check: false,
    });
    start({ SVC_TUNNEL_MAX_INFLIGHT: '3' }, ['--max-inflight', '5']);
    expect((await service.visit()).hello.maxInflight).toBe(5);
  });
});

describe('a connector', () => {
  it('TUN-35 D-TUN-12 reaches only listed targets, byte for byte, whatever the service asks for', async () => {
    let asked = 0;
    listener = (_request, response) => void (asked++, response.end('fine'));
    const connector = start();
    const { session } = await service.visit();
    await connector.online();
    expect(await replyOf(open(session))).toBe('200 fine');
    for (const url of [
      `${target}/`,
      target.toUpperCase(),
      `${target}?`,
      target.replace('127.0.0.1', 'localhost'),
      'http://169.254.169.254/',
    ])
      expect(await replyOf(open(session, { url })), url).toBe('target_refused');
    session.control({ type: 'config', allowedTargets: [`${target}/other`] });
    expect(await replyOf(open(session))).toBe('target_refused');
    expect(await replyOf(open(session, { url: `${target}/other` }))).toBe('200 fine');
    expect(asked).toBe(2);
  });

  it('TUN-32 D-TUN-8 refuses calls beyond its limit as busy', async () => {
    listener = () => undefined;
    const connector = start({ SVC_TUNNEL_MAX_INFLIGHT: '1' });
    const { session } = await service.visit();
    await connector.online();
    const first = open(session);
    expect(await replyOf(open(session))).toBe('busy');
    first.reset('cancelled');
    listener = (_request, response) => response.end('fine');
    expect(await replyOf(open(session))).toBe('200 fine');
  });

  it('D-TUN-15 D-TUN-8 ends calls that exceed their deadline or the size limit', async () => {
    let closed = 0;
    listener = (request, response) => {
      response.once('close', () => closed++);
      if (request.method === 'DELETE') response.end('x'.repeat(1001));
    };
    const connector = start();
    const { session } = await service.visit();
    await connector.online();
    expect(await replyOf(open(session, { deadlineMs: 200 }))).toBe('timeout');
    await expect.poll(() => closed).toBe(1);
    expect(await replyOf(open(session, { method: 'DELETE' }))).toBe('too_large');
    const call = { callId: 'c', method: 'POST', url: target, headers: {}, deadlineMs: 10_000 } as const;
    const large = session.open(call, false);
    await large.write(Buffer.alloc(1001), true);
    expect(await replyOf(large)).toBe('too_large');
  });

  it('D-TUN-10 on SIGTERM lets running calls finish, accepts no new ones, and exits 0', async () => {
    const running = Promise.withResolvers<() => void>();
    listener = (_request, response) => running.resolve(() => response.end('late'));
    const connector = start();
    const { session } = await service.visit();
    await connector.online();
    const stream = open(session);
    const finish = await running.promise;
    const ended = connector.end('SIGTERM');
    await connector.printed(/"draining"/);
    expect(await replyOf(open(session))).toBe('busy');
    finish();
    expect(await replyOf(stream)).toBe('200 late');
    expect(await ended).toBe(0);
    const lines = connector.output.trimEnd().split('\n');
    for (const line of lines) {
      const texts = {
        level: expect.any(String),
        time: expect.any(String),
        msg: expect.any(String),
      } as object;
      expect(JSON.parse(line)).toMatchObject(texts);
    }
  });

  it('D-TUN-10 reconnects after a lost connection, with back-off', async () => {
    const connector = start();
    (await service.visit()).socket.terminate();
    (await service.visit()).socket.terminate();
    await service.visit();
    expect(
      [...connector.output.matchAll(/"retry_in_ms":(\d+)/g)].map(([, ms]) => Number(ms) <= 2000),
    ).toEqual([true, true]);
  });

  it('D-TUN-10 replaces a draining connection at once, and finishes its calls', async () => {
    const running = Promise.withResolvers<() => void>();
    listener = (_request, response) => running.resolve(() => response.end('late'));
    const connector = start();
    const first = await service.visit();
    await connector.online();
    const stream = open(first.session);
    const finish = await running.promise;
    first.session.control({ type: 'drain' });
    const second = await service.visit();
    finish();
    expect(await replyOf(stream)).toBe('200 late');
    first.socket.close(1012);
    listener = (_request, response) => response.end('fine');
    expect(await replyOf(open(second.session))).toBe('200 fine');
    expect(service.visits).toHaveLength(2);
  });

  it.each([4401, 4403, 4409, 4426])('D-TUN-10 logs an error and waits a minute after %d', async (code) => {
    service.refuseWith = code;
    const connector = start();
    await service.visit();
    await connector.printed(/"level":"error"/);
    await new Promise((resolve) => setTimeout(resolve, 2500));
    expect(service.visits).toHaveLength(1);
    expect(connector.output).toContain(`"code":${code}`);
  });

  it('D-TUN-7 disconnects from a service that violates the protocol', async () => {
    start();
    const { socket } = await service.visit();
    const closed = once(socket, 'close');
    socket.send('hello');
    expect((await closed)[0]).toBe(1003);
  });
});

describe('svc-connector check', () => {
  const greet = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { id } = JSON.parse(await text(request)) as { id: number };
    response.setHeader('content-type', 'text/event-stream');
    // The stream stays open, as a server may keep it.
    response.write(
      `event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', id, result: { serverInfo: { name: 'tickets' } } })}\n\n`,
    );
  };

  it('D-TUN-12 reports success', async () => {
    listener = (request, response) => void greet(request, response);
    const connector = start({}, ['check']);
    expect(await connector.exited()).toBe(0);
    expect(connector.output).toContain('the credential is accepted');
    expect(connector.output).toContain(`ok    ${target}: MCP server "tickets"`);
    expect((await service.visit()).hello.check).toBe(true);
  });

  it('D-TUN-12 reports what to fix', async () => {
    listener = (request, response) => {
      if (request.url === '/moved') response.writeHead(308, { location: '/mcp' }).end();
      else if (request.url === '/wrong') response.writeHead(404).end();
      else if (request.url === '/token') response.writeHead(401).end();
      else response.end('<html>');
    };
    const base = target.replace('/mcp', '');
    const nowhere = `http://127.0.0.1:${await freePort()}/`;
    service.targets = [`${base}/moved`, `${base}/wrong`, `${base}/token`, target, nowhere];
    const connector = start({}, ['check']);
    expect(await connector.exited()).toBe(1);
    for (const line of [
      `FAIL  ${base}/moved: it redirects (308)`,
      `FAIL  ${base}/wrong: there is no MCP server at this path (404)`,
      `ok    ${base}/token: an MCP server that wants a token (401)`,
      `FAIL  ${target}: what answers there (200) does not speak MCP`,
      `FAIL  ${nowhere}: nothing listens there`,
    ])
      expect(connector.output).toContain(line);
  });

  it('D-TUN-12 reports why the service refuses the connector', async () => {
    service.refuseWith = 4401;
    const refused = start({}, ['check']);
    expect(await refused.exited()).toBe(1);
    expect(refused.output).toContain('closed with 4401: the service refused the token');
    const unavailable = start({ SVC_TUNNEL_URL: `http://127.0.0.1:${await freePort()}` }, ['check']);
    expect(await unavailable.exited()).toBe(1);
    expect(unavailable.output).toContain('cannot connect (ECONNREFUSED)');
  });
});

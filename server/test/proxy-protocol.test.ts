import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import {
  MAIN_KEY,
  oneModel,
  oneOrganization,
  openaiEngine,
  startRunningService,
  startScriptedUpstream,
  textReply,
  type RunningService,
} from '#test-kit';

const CALLER = '203.0.113.7';
const BODY = JSON.stringify({ messages: [{ role: 'user', content: 'hello' }], stream: false });
const FORGED = {
  'x-forwarded-for': CALLER,
  forwarded: `for=${CALLER}`,
  'x-real-ip': CALLER,
  'true-client-ip': CALLER,
};

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

/** Its key may be used from `CALLER` only. */
async function start(trustedProxies: readonly string[]): Promise<RunningService> {
  const upstream = await startScriptedUpstream(textReply('fine'));
  cleanups.push(() => upstream.close());
  const key = {
    name: 'main',
    kind: 'private',
    workspace: 'Default',
    created_by: 'ada@acme.test',
    secret: MAIN_KEY,
    allowed_ips: [CALLER],
  };
  const service = await startRunningService({
    deployment: oneModel(openaiEngine(upstream.baseUrl), { network: { trusted_proxies: trustedProxies } }),
    provisioning: oneOrganization({ keys: [key] }),
  });
  cleanups.push(() => service.stop());
  return service;
}

interface Call {
  /** What the peer sends before HTTP. */
  readonly header?: string | Buffer;
  readonly localAddress?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Status line and body of one chat completion, or an empty text when the connection was closed without a
 * response.
 */
async function call(
  service: RunningService,
  { header = '', localAddress = '127.0.0.1', headers = {} }: Call,
): Promise<string> {
  const lines = Object.entries({
    host: 'a',
    authorization: `Bearer ${MAIN_KEY}`,
    'content-type': 'application/json',
    connection: 'close',
    ...headers,
  })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  const socket = connect({ port: service.port, host: '127.0.0.1', localAddress });
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  socket.on('error', () => {});
  const closed = new Promise((resolve) => void socket.on('close', resolve));
  await once(socket, 'connect');
  socket.write(header);
  socket.write(`POST /v1/chat/completions HTTP/1.1\r\n${lines}content-length: ${BODY.length}\r\n\r\n${BODY}`);
  await closed;
  return text;
}

const text = (source: string) => `PROXY TCP4 ${source} 10.0.0.1 56789 443\r\n`;
const binary = (source: string) =>
  Buffer.from([
    ...Buffer.from('\r\n\r\n\0\r\nQUIT\n'),
    0x21,
    0x11,
    0,
    12,
    ...source.split('.').map(Number),
    10,
    0,
    0,
    1,
    0,
    1,
    0,
    2,
  ]);

it('D-75 D-KEY-6 KEY-74 AUTH-20 a listed proxy names the caller by the PROXY protocol, and in no other way', async () => {
  const service = await start(['127.0.0.1/32']);
  for (const header of [text, binary]) {
    expect(await call(service, { header: header(CALLER) })).toMatch(/^HTTP\/1\.1 200 .*"fine"/s);
    const refused = await call(service, { header: header('198.51.100.1'), headers: FORGED });
    expect(refused).toMatch(/^HTTP\/1\.1 403 .*"ip_not_allowed"/s);
    expect(refused).toContain('198.51.100.1');
  }
  expect(await call(service, { headers: FORGED })).toBe('');
  expect(await call(service, { header: 'PROXY UNKNOWN\r\n', headers: FORGED })).toMatch(
    /^HTTP\/1\.1 403 .*127\.0\.0\.1/s,
  );
  const warnings = service.logLines.filter((line) => line.includes('PROXY header'));
  expect(warnings).toHaveLength(1);
  expect(JSON.parse(warnings[0]!)).toMatchObject({ level: 40, class: 'missing' });
  expect(service.logLines.join('\n')).not.toContain('configuration sections have no effect');
});

it('D-75 KEY-74 AUTH-20 a peer that is not listed cannot name the caller', async () => {
  const service = await start(['127.0.0.1']);
  expect(await call(service, { localAddress: '127.0.0.2', headers: FORGED })).toMatch(
    /^HTTP\/1\.1 403 .*127\.0\.0\.2/s,
  );
  for (const header of [text(CALLER), binary(CALLER)]) {
    expect(await call(service, { localAddress: '127.0.0.2', header })).toMatch(
      /^HTTP\/1\.1 400 .*"invalid_request/s,
    );
  }
});

it('D-75 no proxy is listed by default', async () => {
  const service = await start([]);
  expect(await call(service, { headers: FORGED })).toMatch(/^HTTP\/1\.1 403 .*127\.0\.0\.1/s);
  expect(await call(service, { header: text(CALLER) })).toMatch(/^HTTP\/1\.1 400 .*"invalid_request/s);
});

it('drains immediately when a proxy holds connections open, with and without a header', async () => {
  const service = await start(['127.0.0.1']);
  const sockets = ['', 'PROXY ', `${text(CALLER)}GET /healthz HTTP/1.1\r\nhost: a\r\n\r\n`].map((bytes) => {
    const socket = connect({ port: service.port, host: '127.0.0.1' });
    socket.on('error', () => {}).write(bytes);
    return socket;
  });
  await once(sockets[2]!, 'data');
  const startedAt = performance.now();
  await service.drain();
  expect(performance.now() - startedAt).toBeLessThan(10_000);
});

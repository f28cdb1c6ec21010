import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { OutboundGuard } from './outbound-guard.ts';
import { LOOPBACK, names } from './test-support/outbound-sites.ts';

const resolve = names({ 'open.test': '127.0.0.1', 'metadata.test': '169.254.169.254' });
const POST = { headers: { 'x-own': '1' }, body: '{}', timeoutMs: 2000, limitBytes: 1000, signal: undefined };

async function startSite(reply: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer((request, response) => {
    request.resume().on('end', () => reply(request, response));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  let connections = 0;
  let open = 0;
  server.on('connection', (socket) => {
    connections++;
    open++;
    socket.on('close', () => open--);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const keep = (host = 'open.test', path = '/hook?a=1') => {
    const origin = new OutboundGuard(LOOPBACK, resolve).keep(`http://${host}:${port}${path}`, {
      allowsHttp: false,
    });
    onTestFinished(() => origin.close());
    return origin;
  };
  return { keep, connections: () => connections, open: () => open };
}

it('asks over kept connections, with the path and the headers given', async () => {
  const seen: unknown[] = [];
  const site = await startSite((request, response) => {
    seen.push([request.method, request.url, request.headers['x-own'], request.headers.host]);
    response.end('yes');
  });
  const origin = site.keep();
  for (let i = 0; i < 5; i++) {
    const { status, bytes } = await origin.post(POST);
    expect([status, bytes.toString()]).toEqual([200, 'yes']);
  }
  expect(seen).toHaveLength(5);
  expect(seen[0]).toMatchObject(['POST', '/hook?a=1', '1', expect.stringMatching(/^open\.test:/)]);
  expect(site.connections()).toBeLessThan(5);
});

it('hands over redirects, and refuses addresses nobody may reach', async () => {
  const site = await startSite((_request, response) => {
    response.writeHead(302, { location: 'http://open.test/' }).end();
  });
  expect((await site.keep().post(POST)).status).toBe(302);
  await expect(site.keep('metadata.test').post(POST)).rejects.toMatchObject({ step: 'address' });
  await expect(site.keep('unknown.test').post(POST)).rejects.toMatchObject({ step: 'dns' });
});

it('bounds the answer in size and in time, and ends with its caller', async () => {
  const site = await startSite((request, response) => {
    if (request.url === '/large') response.end('x'.repeat(1001));
  });
  await expect(site.keep('open.test', '/large').post(POST)).rejects.toMatchObject({ failure: 'too_large' });
  const slow = { ...POST, timeoutMs: 100 };
  await expect(site.keep().post(slow)).rejects.toMatchObject({ failure: 'timeout' });
  const signal = AbortSignal.timeout(50);
  await expect(site.keep().post({ ...POST, signal })).rejects.toMatchObject({ failure: 'aborted' });
});

it('tries again after a failure, each time for itself', async () => {
  let broken = true;
  const site = await startSite((request, response) => {
    if (broken) request.socket.destroy();
    else response.end('ok');
  });
  const origin = site.keep();
  await expect(origin.post(POST)).rejects.toMatchObject({ failure: 'unreachable', step: 'connect' });
  broken = false;
  expect((await origin.post(POST)).status).toBe(200);
});

it('keeps to the time and to its caller while all connections are taken', async () => {
  const site = await startSite(() => undefined);
  const origin = site.keep();
  const leaving = new AbortController();
  const long = { ...POST, timeoutMs: 30_000, signal: leaving.signal };
  const taken = Array.from({ length: 256 }, () => origin.post(long).catch(() => undefined));
  const startedMs = performance.now();
  await expect(origin.post({ ...POST, timeoutMs: 200 })).rejects.toMatchObject({ failure: 'timeout' });
  const signal = AbortSignal.timeout(50);
  await expect(origin.post({ ...POST, signal })).rejects.toMatchObject({ failure: 'aborted' });
  expect(performance.now() - startedMs).toBeLessThan(10_000);
  leaving.abort();
  await Promise.all(taken);
});

it.each([
  ['in a coding that nobody knows', 'zip', Buffer.from('{}')],
  ['with something behind its end', 'gzip', gzipSync('{}')],
])('holds no connection with an answer %s that never ends', async (_, coding, start) => {
  const site = await startSite((_request, response) => {
    response
      .writeHead(200, { 'content-encoding': coding })
      .write(Buffer.concat([start, Buffer.alloc(500_000)]));
  });
  const origin = site.keep();
  for (let i = 0; i < 3; i++) await origin.post(POST).catch(() => undefined);
  await expect.poll(() => site.open()).toBe(0);
});

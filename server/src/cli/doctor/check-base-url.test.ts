import { createServer, type RequestListener, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkBaseUrl } from './check-base-url.ts';

let server: Server;
let baseUrl: string;
let respond: RequestListener;
beforeAll(async () => {
  server = createServer((request, response) => respond(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

const check = (address = baseUrl, digest = 'abc') =>
  checkBaseUrl({ baseUrl: address, isRunning: true, digest });
const sends = (body: string) => {
  respond = ({ url }, response) => response.end(url === '/readyz' ? body : 'another path');
};

it('asks nobody for an address of this machine while nothing runs', async () => {
  const finding = await checkBaseUrl({ baseUrl: 'http://localhost:8080', isRunning: false, digest: 'abc' });
  expect(finding).toMatchObject({
    state: 'off',
    detail: expect.stringContaining('Set SVC_BASE_URL') as string,
  });
});

it('finds the service by the digest of its configuration', async () => {
  sends('{"status":"ready","configuration":"abc"}');
  expect(await check()).toEqual({
    state: 'ok',
    what: 'base URL',
    detail: `${baseUrl} leads to the service; redirect URIs begin with ${baseUrl}/sso/`,
  });
});

it.each<[string, string, RegExp]>([
  ['another configuration', '{"configuration":"def"}', /with another configuration/],
  ['no JSON', '<html>', /something else .* \(status 200\)/],
  ['other JSON', '[]', /something else/],
])('warns of what answers with %s', async (_name, body, sentence) => {
  sends(body);
  const { state, detail } = await check();
  expect([state, detail]).toEqual(['warn', expect.stringMatching(sentence)]);
});

it('warns of an address that redirects, and does not follow it', async () => {
  respond = (_request, response) => response.writeHead(308, { location: 'https://svc.example/readyz' }).end();
  const { state, detail } = await check();
  expect([state, detail]).toEqual([
    'warn',
    expect.stringContaining('redirects to https://svc.example/readyz'),
  ]);
});

it('warns of an address that cannot be reached', async () => {
  const { state, detail } = await check('https://nothing.invalid');
  expect([state, detail]).toEqual([
    'warn',
    expect.stringContaining('cannot be reached from this machine (dns)'),
  ]);
});

it('warns of plain HTTP for others than this machine', async () => {
  const { state, detail } = await check('http://svc.example');
  expect([state, detail]).toEqual(['warn', expect.stringContaining('http://svc.example is not https')]);
});

import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createConsolePages } from './console-pages.ts';

const SCRIPT = `export const much = '${'x'.repeat(3000)}';`;
let directory: string;
let server: Server;
let origin: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'svc-pages-'));
  const pages = createConsolePages(join(directory, 'dist'));
  server = createServer((request, response) => {
    const path = (request.url ?? '').split('?')[0]!;
    if (!pages.handle(path, request, response)) response.writeHead(418).end('not a page');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  server.close();
  await rm(directory, { recursive: true, force: true });
});

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(origin + path, { headers, method, redirect: 'manual' });

// The first test has no build; the second makes one, which is found without a restart.
describe('the pages of the Console', () => {
  it('says how to build them where there is no build', async () => {
    const reply = await get('/console');
    expect(reply.status).toBe(503);
    expect(await reply.text()).toContain('npm run build -w @svc/console');
  });

  it('answers every path of the Console with the page, and files with their type', async () => {
    await mkdir(join(directory, 'dist/assets'), { recursive: true });
    await writeFile(join(directory, 'dist/index.html'), '<!doctype html><title>Console</title>');
    await writeFile(join(directory, 'dist/assets/main-1a2b.js'), SCRIPT);
    await writeFile(join(directory, 'dist/assets/main-1a2b.js.gz'), gzipSync(SCRIPT));
    await writeFile(join(directory, 'dist/assets/main-1a2b.js.br'), brotliCompressSync(SCRIPT));
    for (const path of [
      '/console',
      '/console/',
      '/console/keys',
      '/console/keys/key_1',
      '/console/../etc',
      '/console/?x=1',
    ]) {
      const reply = await get(path);
      expect([path, reply.status === 418 || (await reply.text()).includes('<title>Console')]).toEqual([
        path,
        true,
      ]);
    }
    const page = await get('/console/keys');
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.headers.get('cache-control')).toBe('no-cache');
    const script = await get('/console/assets/main-1a2b.js');
    expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect((await get('/console/assets/main-old.js')).status).toBe(404);
  });

  it('sends the smallest form the browser takes, and nothing when it has the file', async () => {
    const coding = async (accepted: string) => {
      const reply = await get('/console/assets/main-1a2b.js', { 'accept-encoding': accepted });
      expect(await reply.text()).toBe(SCRIPT);
      return reply.headers.get('content-encoding');
    };
    expect(await coding('gzip, deflate, br')).toBe('br');
    expect(await coding('gzip, br;q=0')).toBe('gzip');
    expect(await coding('identity')).toBeNull();
    const etag = (await get('/console/assets/main-1a2b.js')).headers.get('etag')!;
    expect((await get('/console/assets/main-1a2b.js', { 'if-none-match': etag })).status).toBe(304);
    const head = await get('/console/assets/main-1a2b.js', { 'accept-encoding': 'identity' }, 'HEAD');
    expect([head.headers.get('content-length'), await head.text()]).toEqual([String(SCRIPT.length), '']);
  });

  it('forbids frames, inline code and everything from elsewhere, on every answer', async () => {
    for (const path of ['/console', '/console/assets/main-1a2b.js', '/console/assets/none.js']) {
      const { headers } = await get(path);
      const policy = headers.get('content-security-policy')!;
      expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'");
      expect(policy).toContain("frame-ancestors 'none'; base-uri 'none'; form-action 'self'");
      expect(policy).not.toContain('unsafe');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    }
  });

  it('leads browsers from / to the Console and leaves other callers and the operations alone', async () => {
    const led = await get('/', { accept: 'text/html,application/xhtml+xml' });
    expect([led.status, led.headers.get('location')]).toEqual([302, '/console']);
    for (const [path, accept] of [
      ['/', 'application/json'],
      ['/console/api/me', 'text/html'],
      ['/console/api', 'text/html'],
      ['/consoles', 'text/html'],
      ['/v1/models', 'text/html'],
    ] as const)
      expect([path, (await get(path, { accept })).status]).toEqual([path, 418]);
    const posted = await get('/console/keys', {}, 'POST');
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });
});

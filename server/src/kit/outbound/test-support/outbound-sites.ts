import { gzipSync, brotliCompressSync, deflateSync } from 'node:zlib';
import { afterAll, beforeAll } from 'vitest';
import { httpSite, httpsSite, type TestSite } from '#test-kit';
import type { OutboundRequest } from '../outbound-guard.ts';
import type { ResolveHost } from '../resolve-host.ts';

export const LOOPBACK = ['127.0.0.1/32'];
const GZIP_BOMB = gzipSync(Buffer.alloc(20_000_000));

export let inner: TestSite;
export let outer: TestSite;
export let secure: TestSite;
/** What `outer` was asked, in order. */
export const seen: { url: string; headers: Record<string, unknown> }[] = [];

/** Answers for every name in the table, one row of addresses per question: the last row stays. */
export function names(table: Record<string, string | string[][]>): ResolveHost & { questions: string[] } {
  const questions: string[] = [];
  const resolve: ResolveHost = (hostname) => {
    questions.push(hostname);
    const rows = table[hostname];
    if (rows === undefined) return Promise.reject(new Error(`no such name ${hostname}`));
    if (typeof rows === 'string') return Promise.resolve([rows]);
    return Promise.resolve((rows.length > 1 ? rows.shift() : rows[0]) ?? []);
  };
  return Object.assign(resolve, { questions });
}

export function get(url: string, more: Partial<OutboundRequest> = {}): OutboundRequest {
  return { url, redirects: 5, timeoutMs: 10_000, firstByteMs: 10_000, limitBytes: 100_000, ...more };
}

/** To be called once by a test file: the sites its requests go to. */
export function installSites(): void {
  beforeAll(async () => {
    seen.length = 0;
    inner = await httpSite((_request, response) => response.end('inner secret'));
    secure = await httpsSite((_request, response) => response.end('over TLS'));
    outer = await httpSite((request, response) => {
      const url = new URL(request.url ?? '/', 'http://outer');
      seen.push({ url: url.pathname, headers: request.headers });
      const to = url.searchParams.get('to');
      if (to !== null)
        response.writeHead(Number(url.searchParams.get('status') ?? 302), { location: to }).end('moved');
      else if (url.pathname === '/gzip')
        response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('squeezed'));
      else if (url.pathname === '/br')
        response.writeHead(200, { 'content-encoding': 'br' }).end(brotliCompressSync('squeezed'));
      else if (url.pathname === '/deflate')
        response.writeHead(200, { 'content-encoding': 'deflate' }).end(deflateSync('squeezed'));
      else if (url.pathname === '/bomb')
        response.writeHead(200, { 'content-encoding': 'gzip' }).end(GZIP_BOMB);
      else if (url.pathname === '/twice')
        response.writeHead(200, { 'content-encoding': 'gzip, gzip' }).end(gzipSync(gzipSync('x')));
      else if (url.pathname === '/torn')
        response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('squeezed').subarray(0, 12));
      else if (url.pathname === '/big') response.writeHead(200).end(Buffer.alloc(200_000));
      else if (url.pathname === '/declared')
        response.writeHead(200, { 'content-length': '1000000' }).write('a');
      else if (url.pathname === '/head') response.writeHead(200, { 'x-long': 'a'.repeat(20_000) }).end();
      else if (url.pathname === '/hang') return;
      else if (url.pathname === '/drip') response.writeHead(200).write('a');
      else if (url.pathname === '/loop') response.writeHead(302, { location: '/loop' }).end();
      else response.writeHead(200, { 'content-type': 'text/plain', 'set-cookie': 'a=b' }).end('hello');
    });
  });

  afterAll(() => Promise.all([inner.close(), outer.close(), secure.close()]));
}

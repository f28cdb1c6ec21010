import { once } from 'node:events';
import { gzipSync, brotliCompressSync, deflateSync } from 'node:zlib';
import tls from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { httpSite, httpsSite, TEST_CERTIFICATE, type TestSite } from '#test-kit';
import { OutboundGuard, type OutboundRequest } from './outbound-guard.ts';
import { createOperatorOutbound } from './operator-outbound.ts';
import type { ResolveHost } from './resolve-host.ts';

const LOOPBACK = ['127.0.0.1/32'];
const GZIP_BOMB = gzipSync(Buffer.alloc(20_000_000));

let inner: TestSite;
let outer: TestSite;
let secure: TestSite;
/** What `outer` was asked, in order. */
const seen: { url: string; headers: Record<string, unknown> }[] = [];

/** Answers for every name in the table, one row of addresses per question: the last row stays. */
function names(table: Record<string, string | string[][]>): ResolveHost & { questions: string[] } {
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

function get(url: string, more: Partial<OutboundRequest> = {}): OutboundRequest {
  return { url, redirects: 5, timeoutMs: 10_000, firstByteMs: 10_000, limitBytes: 100_000, ...more };
}

beforeAll(async () => {
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
    else if (url.pathname === '/bomb') response.writeHead(200, { 'content-encoding': 'gzip' }).end(GZIP_BOMB);
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

/** The guard as it is delivered: no exceptions. Whatever reaches `inner` got through. */
describe('the outbound guard refuses', () => {
  const port = '%PORT%';
  it.each([
    // Literals, in every notation the URL standard or a sloppy resolver knows.
    `https://127.0.0.1:${port}/`,
    `https://127.1:${port}/`,
    `https://127.0.1:${port}/`,
    `https://2130706433:${port}/`,
    `https://0x7f000001:${port}/`,
    `https://0x7f.1:${port}/`,
    `https://0177.0.0.1:${port}/`,
    `https://017700000001:${port}/`,
    `https://0x7f.0.0x0.01:${port}/`,
    `https://127.0.0.1.:${port}/`,
    `https://１２７.0.0.1:${port}/`,
    `https://①②⑦.⓪.⓪.①:${port}/`,
    `https://127。0。0。1:${port}/`,
    `https://%31%32%37.0.0.1:${port}/`,
    `https://0:${port}/`,
    `https://0.0.0.0:${port}/`,
    `https://[::1]:${port}/`,
    `https://[0:0:0:0:0:0:0:1]:${port}/`,
    `https://[::]:${port}/`,
    `https://[::ffff:127.0.0.1]:${port}/`,
    `https://[::ffff:7f00:1]:${port}/`,
    `https://[::127.0.0.1]:${port}/`,
    `https://[64:ff9b::127.0.0.1]:${port}/`,
    `https://[64:ff9b:1::7f00:1]:${port}/`,
    `https://[2002:7f00:1::]:${port}/`,
    `https://[fe80::1]:${port}/`,
    `https://[fd00:ec2::254]/`,
    'https://169.254.169.254/latest/meta-data/',
    'https://2852039166/latest/meta-data/',
    'https://10.0.0.1/',
    'https://100.100.100.200/',
    'https://192.168.0.1/',
    // Names.
    `https://localhost:${port}/`,
    `https://LOCALHOST.:${port}/`,
    `https://a.localhost:${port}/`,
    `https://loopback.test:${port}/`,
    `https://loopback.test.:${port}/`,
    `https://mixed.test:${port}/`,
    `https://mapped.test:${port}/`,
    `https://nat64.test:${port}/`,
    `https://metadata.test/`,
    `https://nowhere.test/`,
    `https://empty.test/`,
    `https://garbage.test/`,
  ])('D-53 %s', async (url) => {
    const resolve = names({
      localhost: '127.0.0.1',
      'a.localhost': '127.0.0.1',
      'loopback.test': '127.0.0.1',
      'mixed.test': [['93.184.215.14', '127.0.0.1']],
      'mapped.test': '::ffff:127.0.0.1',
      'nat64.test': '64:ff9b::7f00:1',
      'metadata.test': '169.254.169.254',
      'empty.test': [[]],
      'garbage.test': '127.0.0.1/32',
    });
    const target = url.replace(port, String(inner.port));
    await expect(new OutboundGuard([], resolve).read(get(target))).rejects.toMatchObject({
      failure: 'unreachable',
    });
    expect(inner.connections()).toBe(0);
  });

  it.each([
    ['ftp://public.test/', 'scheme'],
    ['file:///etc/passwd', 'scheme'],
    ['data:text/plain,hello', 'scheme'],
    ['unix:/var/run/docker.sock', 'scheme'],
    ['gopher://public.test:70/_x', 'scheme'],
    ['http://public.test/', 'scheme'],
    ['https://user@public.test/', 'user_info'],
    ['https://user:secret@public.test/', 'user_info'],
    ['https://public.test:secret@127.0.0.1/', 'user_info'],
    ['https://', 'malformed'],
    ['https://[::1', 'malformed'],
    ['https://[fe80::1%25eth0]/', 'malformed'],
    ['https://256.256.256.256/', 'malformed'],
    ['https://exa mple/', 'malformed'],
    ['//public.test/', 'malformed'],
    ['', 'malformed'],
    [`https://public.test/${'a'.repeat(9000)}`, 'malformed'],
  ])('D-53 the text %s (%s)', async (url, step) => {
    const guard = new OutboundGuard([], names({ 'public.test': '93.184.215.14' }));
    await expect(guard.read(get(url))).rejects.toMatchObject({ failure: 'url', step });
  });

  it('D-53 redirects to private hosts, also where direct requests to them are open', async () => {
    const guard = new OutboundGuard(
      LOOPBACK,
      names({ 'open.test': '127.0.0.1', 'metadata.test': '169.254.169.254' }),
    );
    for (const to of [
      'http://169.254.169.254/',
      'http://2852039166/',
      'https://metadata.test/',
      'http://[::1]/',
      'http://[::ffff:10.0.0.1]/',
      '//10.0.0.1/',
    ]) {
      const start = `http://open.test:${outer.port}/?to=${encodeURIComponent(to)}`;
      await expect(guard.read(get(start)), to).rejects.toMatchObject({
        failure: 'unreachable',
        step: 'address',
      });
    }
    for (const to of ['file:///etc/passwd', 'data:text/plain,x', 'http://user:pw@open.test/', 'http://[']) {
      const start = `http://open.test:${outer.port}/?to=${encodeURIComponent(to)}`;
      await expect(guard.read(get(start)), to).rejects.toMatchObject({ failure: 'url' });
    }
  });

  it('D-41 redirects that whoever asks does not want to follow, before they are sent', async () => {
    const guard = new OutboundGuard(LOOPBACK, names({ 'open.test': '127.0.0.1', 'other.test': '127.0.0.1' }));
    const start = `http://open.test:${outer.port}/?to=${encodeURIComponent(`http://other.test:${inner.port}/x`)}`;
    const asked: string[] = [];
    const request = (answer: boolean): OutboundRequest =>
      get(start, { mayFollow: (url) => (asked.push(url.href), answer) });
    const before = inner.connections();
    await expect(guard.read(request(false))).rejects.toMatchObject({ failure: 'redirects' });
    expect(inner.connections()).toBe(before);
    expect((await guard.read(request(true))).bytes.toString()).toBe('inner secret');
    expect(asked).toEqual([`http://other.test:${inner.port}/x`, `http://other.test:${inner.port}/x`]);
  });

  it('D-53 rebinding: each hop is looked up once, and the address that was judged is the one connected to', async () => {
    const resolve = names({ 'rebind.test': [['127.0.0.1'], ['10.0.0.1'], ['93.184.215.14']] });
    const guard = new OutboundGuard(LOOPBACK, resolve);
    const content = await guard.read(get(`http://rebind.test:${outer.port}/`));
    expect(content.bytes.toString()).toBe('hello');
    expect(resolve.questions).toEqual(['rebind.test']);
    // The second look, on a redirect, finds the other address and is judged anew.
    const moved = names({ 'rebind.test': [['127.0.0.1'], ['10.0.0.1']] });
    await expect(
      new OutboundGuard(LOOPBACK, moved).read(get(`http://rebind.test:${outer.port}/?to=/next`)),
    ).rejects.toMatchObject({
      step: 'address',
    });
    expect(moved.questions).toEqual(['rebind.test', 'rebind.test']);
  });

  it('BILL-11 says nothing about what it hit: every refusal of a host reads the same, and errors hold no text of it', async () => {
    const guard = new OutboundGuard([], names({ 'internal.test': '10.1.2.3' }));
    const failures = await Promise.all(
      ['https://internal.test/', 'https://10.1.2.3/', 'https://nowhere.test/', 'https://[::1]/'].map((url) =>
        guard.read(get(url)).then(
          () => undefined,
          (error: unknown) => error as Error & { failure: string },
        ),
      ),
    );
    expect(new Set(failures.map((error) => error?.failure))).toEqual(new Set(['unreachable']));
    const refused = await new OutboundGuard(LOOPBACK)
      .read(get('http://127.0.0.1:1/'))
      .catch((error: unknown) => error as Error);
    for (const error of [...failures, refused as Error & { failure: string }]) {
      expect(`${error?.message} ${JSON.stringify(error)}`).not.toMatch(/10\.1|internal|nowhere|::1|127\./);
      expect(error?.cause).toBeUndefined();
    }
  });
});

describe('the outbound guard', () => {
  const resolve = names({
    'open.test': '127.0.0.1',
    'other.test': '127.0.0.1',
    'guard.test': '127.0.0.1',
    'wrong.test': '127.0.0.1',
  });
  const guard = new OutboundGuard(LOOPBACK, resolve);
  const at = (path: string, host = 'open.test'): string => `http://${host}:${outer.port}${path}`;

  it('reads an answer where the operator opened the address, over plain HTTP too', async () => {
    const { bytes, ...head } = await guard.read(get(at('/page#part')));
    expect(bytes.toString()).toBe('hello');
    expect(head).toMatchObject({ status: 200, contentType: 'text/plain', url: at('/page') });
    expect(head.headers).not.toHaveProperty('set-cookie');
  });

  it('checks certificates by the name in the URL', async () => {
    const url = (host: string): string => `https://${host}:${secure.port}/`;
    await expect(guard.read(get(url('guard.test')))).rejects.toMatchObject({
      failure: 'unreachable',
      step: 'connect',
    });
    const usual = tls.getCACertificates();
    tls.setDefaultCACertificates([TEST_CERTIFICATE.cert]);
    try {
      expect((await guard.read(get(url('guard.test')))).bytes.toString()).toBe('over TLS');
      expect((await guard.read(get(url('guard.test.')))).bytes.toString()).toBe('over TLS');
      await expect(guard.read(get(url('wrong.test')))).rejects.toMatchObject({
        failure: 'unreachable',
        step: 'connect',
      });
      await expect(guard.read(get(url('127.0.0.1')))).rejects.toMatchObject({
        failure: 'unreachable',
        step: 'connect',
      });
    } finally {
      tls.setDefaultCACertificates(usual);
    }
  });

  it('follows redirects, counted, and tells the last URL', async () => {
    const content = await guard.read(get(at(`/?to=${encodeURIComponent('/second?to=/third')}`)));
    expect(content).toMatchObject({ status: 200, url: at('/third') });
    await expect(guard.read(get(at('/loop')))).rejects.toMatchObject({ failure: 'redirects' });
    await expect(guard.read(get(at('/?to=/second'), { redirects: 0 }))).resolves.toMatchObject({
      status: 302,
      url: at('/?to=/second'),
    });
    await expect(
      guard.read(get(at('/?to=/x&status=307'), { method: 'POST', body: 'a' })),
    ).resolves.toMatchObject({ status: 307 });
  });

  it('sends given headers to the given origin only, and never cookies', async () => {
    seen.length = 0;
    const headers = { authorization: 'Bearer secret', cookie: 'a=b', host: 'evil.test', 'x-own': '1' };
    const back = at('/?to=/end');
    const detour = at(`/away?to=${encodeURIComponent(back)}`, 'other.test');
    await guard.read(
      get(at(`/here?to=${encodeURIComponent(`/same?to=${encodeURIComponent(detour)}`)}`), { headers }),
    );
    expect(seen.map(({ url, headers: sent }) => [url, sent['authorization'], sent['x-own']])).toEqual([
      ['/here', 'Bearer secret', '1'],
      ['/same', 'Bearer secret', '1'],
      ['/away', undefined, undefined],
      ['/', undefined, undefined],
      ['/end', undefined, undefined],
    ]);
    expect(
      seen.every(
        ({ headers: sent }) => sent['cookie'] === undefined && String(sent['host']).includes('.test:'),
      ),
    ).toBe(true);
  });

  it.each(['/gzip', '/br', '/deflate'])('undoes the coding of %s', async (path) => {
    expect((await guard.read(get(at(path)))).bytes.toString()).toBe('squeezed');
  });

  it.each([
    ['/big', 'too_large'],
    ['/declared', 'too_large'],
    ['/bomb', 'too_large'],
    ['/twice', 'unreachable'],
    ['/torn', 'unreachable'],
    ['/head', 'unreachable'],
  ])('ends %s as %s', async (path, failure) => {
    await expect(guard.read(get(at(path)))).rejects.toMatchObject({ failure });
  });

  it('stops at the first byte, at the whole time, and when the caller leaves', async () => {
    await expect(guard.read(get(at('/hang'), { firstByteMs: 50, timeoutMs: 60_000 }))).rejects.toMatchObject({
      failure: 'timeout',
    });
    await expect(guard.read(get(at('/drip'), { timeoutMs: 50 }))).rejects.toMatchObject({
      failure: 'timeout',
    });
    await expect(guard.read(get(at('/drip'), { signal: AbortSignal.timeout(50) }))).rejects.toMatchObject({
      failure: 'aborted',
    });
    await expect(guard.read(get(at('/page'), { signal: AbortSignal.abort() }))).rejects.toMatchObject({
      failure: 'aborted',
    });
    const never = new OutboundGuard([], (_host, signal) => once(signal, 'abort').then(() => []));
    await expect(never.read(get('https://slow.test/', { timeoutMs: 50 }))).rejects.toMatchObject({
      failure: 'timeout',
    });
  });

  it('streams, and closes a body nobody reads', async () => {
    const { body } = await guard.request(get(at('/drip')));
    for await (const chunk of body) {
      expect(Buffer.from(chunk).toString()).toBe('a');
      break;
    }
    const unread = await guard.request(get(at('/drip')));
    unread.close();
    unread.close();
    const rest = (async () => {
      for await (const chunk of unread.body) expect(chunk.length).toBe(1);
    })();
    await expect(rest).rejects.toMatchObject({ failure: 'unreachable' });
  });
});

it('addresses an operator wrote may be private, plain HTTP and names of this machine', async () => {
  const own = createOperatorOutbound();
  for (const host of ['127.0.0.1', 'localhost']) {
    const { bytes } = await own.read(get(`http://${host}:${outer.port}/`, { redirects: 0 }));
    expect(bytes.toString()).toBe('hello');
  }
  await expect(own.read(get(`http://127.0.0.1:${outer.port}/big`))).rejects.toMatchObject({
    failure: 'too_large',
  });
});

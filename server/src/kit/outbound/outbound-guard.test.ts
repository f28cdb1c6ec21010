import { once } from 'node:events';
import tls from 'node:tls';
import { describe, expect, it } from 'vitest';
import { TEST_CERTIFICATE } from '#test-kit';
import { OutboundGuard } from './outbound-guard.ts';
import { createOperatorOutbound } from './operator-outbound.ts';
import { get, installSites, LOOPBACK, names, outer, secure, seen } from './test-support/outbound-sites.ts';

installSites();

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
      step: 'tls',
    });
    const usual = tls.getCACertificates();
    tls.setDefaultCACertificates([TEST_CERTIFICATE.cert]);
    try {
      expect((await guard.read(get(url('guard.test')))).bytes.toString()).toBe('over TLS');
      expect((await guard.read(get(url('guard.test.')))).bytes.toString()).toBe('over TLS');
      await expect(guard.read(get(url('wrong.test')))).rejects.toMatchObject({
        failure: 'unreachable',
        step: 'tls',
      });
      await expect(guard.read(get(url('127.0.0.1')))).rejects.toMatchObject({
        failure: 'unreachable',
        step: 'tls',
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

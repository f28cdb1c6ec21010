import { describe, expect, it } from 'vitest';
import { OutboundGuard, type OutboundRequest } from './outbound-guard.ts';
import { get, inner, installSites, LOOPBACK, names, outer } from './test-support/outbound-sites.ts';

installSites();

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
    const request = (response: boolean): OutboundRequest =>
      get(start, { mayFollow: (url) => (asked.push(url.href), response) });
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
    // The second look, on a redirect, finds the other address and is judged again.
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

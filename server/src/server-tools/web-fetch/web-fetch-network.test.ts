import { describe, expect, it } from 'vitest';
import type { ToolBench } from '../test-support/tool-bench.ts';
import { at, bench, fetchUrl, installPages, other, robots, seen, site } from './test-support/web-pages.ts';

installPages();

describe('domains', () => {
  it('D-41 allowed and blocked domains, subdomains too, before anything is sent', async () => {
    const allowed = { allowedDomains: ['site.test'] };
    expect((await fetchUrl(at('/', 'sub.site.test'), allowed)).sources).toHaveLength(1);
    seen.length = 0;
    const refused = [
      await fetchUrl(at('/', 'other.test'), allowed),
      await fetchUrl(at('/', 'sub.site.test'), { blockedDomains: ['site.test'] }),
    ];
    for (const { text, isError } of refused)
      expect([text, isError]).toEqual(['This URL is on a domain that may not be fetched here.', true]);
    expect(seen).toEqual([]);
  });

  it('D-41 hold on redirects, on the way and at the end', async () => {
    const elsewhere = at(`/?to=${encodeURIComponent(`http://other.test:${other.port}/`)}`);
    const before = other.connections();
    for (const lists of [{ allowedDomains: ['site.test'] }, { blockedDomains: ['other.test'] }])
      expect((await fetchUrl(elsewhere, lists)).text).toBe(
        'This URL is on a domain that may not be fetched here.',
      );
    const back = at(`/?to=${encodeURIComponent(at(`/?to=${encodeURIComponent(at('/'))}`, 'other.test'))}`);
    expect((await fetchUrl(back, { blockedDomains: ['other.test'] })).isError).toBe(true);
    expect(other.connections()).toBe(before);
    expect((await fetchUrl(elsewhere)).text).toContain('the other site');
  });
});

/** As it is delivered: no address of its own network is open. Whatever reaches a site got through. */
describe('the network the service stands in', () => {
  const refusing = (names: Record<string, string[][]> = {}): ToolBench => bench({ open: [], names });
  const port = '%PORT%';

  it.each([
    `https://127.0.0.1:${port}/`,
    `http://127.0.0.1:${port}/`,
    `https://127.1:${port}/`,
    `https://2130706433:${port}/`,
    `https://0x7f000001:${port}/`,
    `https://0x7f.1:${port}/`,
    `https://0177.0.0.1:${port}/`,
    `https://017700000001:${port}/`,
    `https://127.0.0.1.:${port}/`,
    `https://１２７.0.0.1:${port}/`,
    `https://①②⑦.⓪.⓪.①:${port}/`,
    `https://%31%32%37.0.0.1:${port}/`,
    `https://0:${port}/`,
    `https://[::1]:${port}/`,
    `https://[::ffff:127.0.0.1]:${port}/`,
    `https://[64:ff9b::127.0.0.1]:${port}/`,
    `https://[2002:7f00:1::]:${port}/`,
    `https://[fe80::1]:${port}/`,
    'https://169.254.169.254/latest/meta-data/',
    'http://2852039166/latest/meta-data/',
    'https://10.0.0.1/',
    `https://localhost:${port}/`,
    `https://loopback.test:${port}/`,
    `http://loopback.test:${port}/`,
    `https://mixed.test:${port}/`,
    `https://mapped.test:${port}/`,
    'https://metadata.test/',
    'https://nowhere.test/',
    `https://user:pw@127.0.0.1:${port}/`,
    'file:///etc/passwd',
    'data:text/html,x',
    'gopher://127.0.0.1:70/_x',
  ])('D-41 cannot be reached by %s', async (url) => {
    const before = site.connections();
    const from = refusing({
      'loopback.test': [['127.0.0.1']],
      'mixed.test': [['93.184.215.14', '127.0.0.1']],
      'mapped.test': [['::ffff:127.0.0.1']],
      'metadata.test': [['169.254.169.254']],
      localhost: [['127.0.0.1']],
    });
    const { text, isError } = await fetchUrl(url.replace(port, String(site.port)), {}, from);
    expect(isError).toBe(true);
    expect(text).toMatch(/^(The site cannot be reached|This URL cannot be used)/);
    expect(site.connections()).toBe(before);
  });

  it('D-41 cannot be reached by a redirect, of a page or of robots.txt', async () => {
    const inner = [
      'http://169.254.169.254/',
      'https://[::1]/',
      'http://2852039166/',
      `http://10.0.0.1:${other.port}/`,
      'file:///etc/passwd',
    ];
    for (const to of inner) {
      const { text } = await fetchUrl(at(`/?to=${encodeURIComponent(to)}`));
      expect(text, to).toMatch(/^(The site cannot be reached|This URL cannot be used)/);
      robots.reply = { status: 302, text: '', to };
      expect((await fetchUrl(at('/text'))).isError, to).toBe(true);
      robots.reply = { status: 404, text: '' };
    }
  });

  it('D-41 cannot be reached by a name that changes: each request is judged by what it connects to', async () => {
    // Public for robots.txt, private for the page; and private for a redirect.
    const from = bench({ names: { 'rebind.test': [['127.0.0.1'], ['10.0.0.1']] } });
    expect((await fetchUrl(at('/text', 'rebind.test'), {}, from)).text).toBe('The site cannot be reached.');
    const later = bench({ names: { 'rebind.test': [['127.0.0.1'], ['127.0.0.1'], ['169.254.169.254']] } });
    expect((await fetchUrl(at('/?to=/text', 'rebind.test'), {}, later)).text).toBe(
      'The site cannot be reached.',
    );
  });

  it('BILL-11 nothing that fails says where or why', async () => {
    const from = bench({ open: [], names: { 'inner.test': [['10.1.2.3']] } });
    for (const url of ['https://inner.test/', 'https://10.1.2.3/', 'https://nowhere.test/'])
      expect(await fetchUrl(url, {}, from)).toEqual({ text: 'The site cannot be reached.', isError: true });
    expect(from.logged).toBe('');
  });
});

import { describe, expect, it } from 'vitest';
import { OutboundError, type OutboundGuard } from '#kit';
import { at, bench, fetchUrl, installPages, robots, seen } from './test-support/web-pages.ts';

installPages();

describe('svc_web_fetch', () => {
  it('D-41 gives the title and the readable text of a page, and names its source', async () => {
    const outcome = await fetchUrl(at('/'));
    expect(outcome.isError).toBeUndefined();
    expect(outcome.text).toMatch(
      /^Title: The page\nURL: http:\/\/site\.test:\d+\/\n\nHeading\n\nA paragraph of the page/,
    );
    expect(outcome.text).not.toMatch(/Menu|<p>/);
    const [source] = outcome.sources ?? [];
    expect(source).toMatchObject({ url: at('/'), title: 'The page' });
    expect(outcome.text.endsWith(source?.text ?? '?')).toBe(true);
    expect(seen.map(({ path, agent }) => [path, agent])).toEqual([
      ['/robots.txt', 'svc-web-fetch'],
      ['/', 'svc-web-fetch'],
    ]);
  });

  it.each([
    ['/pdf', 'Page one\n\nPage two'],
    ['/docx', 'Word text'],
    ['/text', 'Grüße'],
    ['/json', '{"a":1}'],
  ])('D-41 reads %s', async (path, text) => {
    expect(await fetchUrl(at(path))).toEqual({
      text: `URL: ${at(path)}\n\n${text}`,
      sources: [{ url: at(path), title: null, text }],
    });
  });

  it.each([
    ['/image', 'neither a page nor text nor a document'],
    ['/lying-pdf', 'no text that can be read'],
    ['/empty', 'no text that can be read'],
    ['/missing', 'status 404'],
    ['/loop', 'redirects in a way'],
  ])('D-41 tells the model about %s', async (path, words) => {
    const outcome = await fetchUrl(at(path));
    expect(outcome).toMatchObject({ isError: true, text: expect.stringContaining(words) as string });
    expect(outcome.sources).toBeUndefined();
  });

  it.each([
    '',
    'no json',
    '[]',
    '{}',
    '{"url":1}',
    '{"url":" "}',
    '{"url":"nonsense"}',
    '{"url":"/relative"}',
  ])('D-41 tells the model that its arguments are wrong: %s', async (input) => {
    expect(await bench().use({ type: 'svc_web_fetch' }, input)).toMatchObject({ isError: true });
    expect(seen).toEqual([]);
  });

  it('D-41 cuts the text at the limit and says so', async () => {
    const from = bench({ tools: { web_fetch: { max_characters: 1000 } } });
    const { text, sources } = await fetchUrl(at('/big'), {}, from);
    expect(text).toBe(`URL: ${at('/big')}\n\n${'a'.repeat(1000)}\n[cut here: 199000 more characters]`);
    expect(sources?.[0]?.text).toHaveLength(1000 + '\n[cut here: 199000 more characters]'.length);
  });

  it('D-41 has bounds of its own in bytes, time and redirects', async () => {
    const from = bench({ tools: { web_fetch: { max_bytes: 1000, timeout_s: 0.3, max_redirects: 1 } } });
    expect((await fetchUrl(at('/big'), {}, from)).text).toBe('The answer is too large to be read.');
    for (const path of ['/hang', '/drip'])
      expect((await fetchUrl(at(path), {}, from)).text).toBe('The site did not answer in time.');
    const twice = at(`/?to=${encodeURIComponent('/?to=/')}`);
    expect((await fetchUrl(twice, {}, from)).text).toBe(
      'The site redirects in a way that cannot be followed.',
    );
    expect((await fetchUrl(twice)).sources?.[0]?.title).toBe('The page');
  });

  it('D-41 reads an old http link of a public site over https', async () => {
    const asked: string[] = [];
    const request = (url: string): void => {
      asked.push(url);
      if (url.startsWith('http:')) throw new OutboundError('url', 'scheme');
    };
    const guard = {
      request: async ({ url }: { url: string }) => (request(url), { status: 404, close: () => undefined }),
      read: async ({ url }: { url: string }) => (
        request(url),
        { status: 200, contentType: 'text/plain', url, bytes: Buffer.from('text') }
      ),
    } as unknown as OutboundGuard;
    const outcome = await fetchUrl('http://public.test/a?b', {}, bench({ parts: { guard } }));
    expect(outcome.text).toBe('URL: https://public.test/a?b\n\ntext');
    expect(asked).toEqual([
      'http://public.test/robots.txt',
      'https://public.test/robots.txt',
      'https://public.test/a?b',
    ]);
  });

  it('D-41 outlives a page made to break its reader', async () => {
    const from = bench();
    const outcome = await fetchUrl(at('/deep'), {}, from);
    expect(outcome.isError).toBe(true);
    expect((await fetchUrl(at('/'), {}, from)).sources?.[0]?.title).toBe('The page');
  });

  it('D-41 the signal ends a call at once, wherever it is', async () => {
    for (const path of ['/hang', '/drip', '/deep']) {
      const leaving = new AbortController();
      const call = bench().use({ type: 'svc_web_fetch' }, { url: at(path) }, leaving.signal);
      const ended = call.catch(({ message }: Error) => message);
      await new Promise((resolve) => setTimeout(resolve, 150));
      const atMs = performance.now();
      leaving.abort(new Error('left'));
      expect(await ended).toBe('left');
      expect(performance.now() - atMs).toBeLessThan(3000);
    }
    await expect(
      bench().use({ type: 'svc_web_fetch' }, { url: at('/') }, AbortSignal.abort(new Error('gone'))),
    ).rejects.toThrow('gone');
  });
});

describe('robots.txt', () => {
  const RULES = 'User-agent: svc-web-fetch\nDisallow: /pdf\n\nUser-agent: tester\nDisallow: /\n';

  it('D-41 is kept to, under the name the operator chose', async () => {
    robots.reply = { status: 200, text: RULES };
    expect((await fetchUrl(at('/pdf'))).text).toContain('robots.txt');
    expect((await fetchUrl(at('/text'))).sources).toHaveLength(1);
    expect(seen.filter(({ path }) => path === '/pdf')).toEqual([]);
    const named = bench({ tools: { web_fetch: { user_agent: 'Tester/1.0 (+https://a.test)' } } });
    expect((await fetchUrl(at('/text'), {}, named)).text).toContain('robots.txt');
    expect(seen.at(-1)).toMatchObject({ path: '/robots.txt', agent: 'Tester/1.0 (+https://a.test)' });
  });

  it('D-41 of the site a redirect leads to is kept to as well', async () => {
    robots.reply = { status: 200, text: 'User-agent: *\nDisallow: /pdf' };
    expect((await fetchUrl(at(`/?to=${encodeURIComponent('/pdf')}`))).text).toContain('robots.txt');
    expect(seen.filter(({ path }) => path === '/pdf')).toEqual([]);
  });

  it('D-41 is asked for once an hour for each origin', async () => {
    const from = bench();
    const asked = (): number => seen.filter(({ path }) => path === '/robots.txt').length;
    for (const path of ['/text', '/json', '/text']) await fetchUrl(at(path), {}, from);
    expect(asked()).toBe(1);
    await fetchUrl(at('/text', 'other.test'), {}, from);
    expect(asked()).toBe(2);
    await from.clock.advance(3_600_001);
    await fetchUrl(at('/text'), {}, from);
    expect(asked()).toBe(3);
  });

  it.each([
    [404, true],
    [403, true],
    [500, false],
    [503, false],
  ])('D-41 answered with %i: %s', async (status, readable) => {
    robots.reply = { status, text: readable ? 'User-agent: *\nDisallow: /' : '' };
    expect((await fetchUrl(at('/text'))).isError).toBe(readable ? undefined : true);
  });

  it('D-41 that is huge is read as far as it must be, and not kept; one that hangs is a refusal in time', async () => {
    robots.reply = { status: 200, text: `User-agent: *\nDisallow: /pdf\n#${'x'.repeat(3_000_000)}` };
    const from = bench({ tools: { web_fetch: { timeout_s: 3 } } });
    expect((await fetchUrl(at('/pdf'), {}, from)).text).toContain('robots.txt');
    expect((await fetchUrl(at('/text'), {}, from)).sources).toHaveLength(1);
    expect(seen.filter(({ path }) => path === '/robots.txt')).toHaveLength(2);
    robots.reply = 'hang';
    const hasty = bench({ tools: { web_fetch: { timeout_s: 0.3 } } });
    expect((await fetchUrl(at('/text'), {}, hasty)).text).toBe('The site did not answer in time.');
  });
});

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { OutboundError, type OutboundGuard } from '#kit';
import { docx, httpSite, pdf, type TestSite } from '#test-kit';
import { ToolBench, type BenchOptions } from '../test-support/tool-bench.ts';

const PARAGRAPH = '<p>A paragraph of the page, with words, commas, and more of both, as prose has them.</p>';
const PAGE = `<!doctype html><html><head><title>The page</title></head><body><nav>Menu</nav><article><h1>Heading</h1>${PARAGRAPH.repeat(6)}</article></body></html>`;

let site: TestSite;
let other: TestSite;
const seen: { path: string; agent: string | undefined; host: string | undefined }[] = [];
let robots: { status: number; text: string; to?: string } | 'hang' = { status: 404, text: '' };

const benches: ToolBench[] = [];
/** A site with names: `site.test` and `sub.site.test` are the test machine. */
function bench(options: BenchOptions = {}): ToolBench {
  const names = {
    'site.test': [['127.0.0.1']],
    'sub.site.test': [['127.0.0.1']],
    'other.test': [['127.0.0.1']],
    ...options.names,
  };
  const made = new ToolBench({ ...options, names });
  benches.push(made);
  return made;
}

const at = (path: string, host = 'site.test'): string => `http://${host}:${site.port}${path}`;
const fetchUrl = (url: string, lists: object = {}, from = bench()): ReturnType<ToolBench['use']> =>
  from.use({ type: 'svc_web_fetch', ...lists }, { url });

beforeAll(async () => {
  other = await httpSite((_request, response) =>
    response.setHeader('content-type', 'text/plain').end('the other site'),
  );
  site = await httpSite((request, response) => {
    const url = new URL(request.url ?? '/', 'http://site');
    const { 'user-agent': agent, host } = request.headers;
    seen.push({ path: url.pathname, agent, host });
    const send = (type: string, body: string | Buffer): unknown =>
      response.setHeader('content-type', type).end(body);
    const to = url.searchParams.get('to');
    if (url.pathname === '/robots.txt') {
      if (robots === 'hang') return;
      response
        .writeHead(robots.status, robots.to === undefined ? {} : { location: robots.to })
        .end(robots.text);
    } else if (to !== null) response.writeHead(302, { location: to }).end();
    else if (url.pathname === '/pdf') send('application/pdf', pdf(['Page one', 'Page two']));
    else if (url.pathname === '/docx')
      send('application/vnd.openxmlformats-officedocument.wordprocessingml.document', docx(['Word text']));
    else if (url.pathname === '/lying-pdf') send('application/pdf', 'not a pdf');
    else if (url.pathname === '/text')
      send('text/plain; charset=iso-8859-1', Buffer.from('Gr\xfc\xdfe', 'latin1'));
    else if (url.pathname === '/json') send('application/ld+json', '{"a":1}');
    else if (url.pathname === '/image') send('image/png', 'x');
    else if (url.pathname === '/empty') send('text/html', '');
    else if (url.pathname === '/big') send('text/plain', 'a'.repeat(200_000));
    else if (url.pathname === '/missing') response.writeHead(404).end('gone');
    else if (url.pathname === '/loop') response.writeHead(302, { location: '/loop' }).end();
    else if (url.pathname === '/hang') return;
    else if (url.pathname === '/drip') response.writeHead(200, { 'content-type': 'text/html' }).write('<p>a');
    else if (url.pathname === '/deep') send('text/html', '<div>'.repeat(300_000));
    else send('text/html; charset=utf-8', PAGE);
  });
});

afterEach(() => {
  for (const one of benches.splice(0)) one.close();
  seen.length = 0;
  robots = { status: 404, text: '' };
});

afterAll(() => Promise.all([site.close(), other.close()]));

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
      expect(performance.now() - atMs).toBeLessThan(1000);
    }
    await expect(
      bench().use({ type: 'svc_web_fetch' }, { url: at('/') }, AbortSignal.abort(new Error('gone'))),
    ).rejects.toThrow('gone');
  });
});

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
    const away = at(`/?to=${encodeURIComponent(`http://other.test:${other.port}/`)}`);
    const before = other.connections();
    for (const lists of [{ allowedDomains: ['site.test'] }, { blockedDomains: ['other.test'] }])
      expect((await fetchUrl(away, lists)).text).toBe(
        'This URL is on a domain that may not be fetched here.',
      );
    const back = at(`/?to=${encodeURIComponent(at(`/?to=${encodeURIComponent(at('/'))}`, 'other.test'))}`);
    expect((await fetchUrl(back, { blockedDomains: ['other.test'] })).isError).toBe(true);
    expect(other.connections()).toBe(before);
    expect((await fetchUrl(away)).text).toContain('the other site');
  });
});

describe('robots.txt', () => {
  const RULES = 'User-agent: svc-web-fetch\nDisallow: /pdf\n\nUser-agent: tester\nDisallow: /\n';

  it('D-41 is kept to, under the name the operator chose', async () => {
    robots = { status: 200, text: RULES };
    expect((await fetchUrl(at('/pdf'))).text).toContain('robots.txt');
    expect((await fetchUrl(at('/text'))).sources).toHaveLength(1);
    expect(seen.filter(({ path }) => path === '/pdf')).toEqual([]);
    const named = bench({ tools: { web_fetch: { user_agent: 'Tester/1.0 (+https://a.test)' } } });
    expect((await fetchUrl(at('/text'), {}, named)).text).toContain('robots.txt');
    expect(seen.at(-1)).toMatchObject({ path: '/robots.txt', agent: 'Tester/1.0 (+https://a.test)' });
  });

  it('D-41 of the site a redirect leads to is kept to as well', async () => {
    robots = { status: 200, text: 'User-agent: *\nDisallow: /pdf' };
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
    robots = { status, text: readable ? 'User-agent: *\nDisallow: /' : '' };
    expect((await fetchUrl(at('/text'))).isError).toBe(readable ? undefined : true);
  });

  it('D-41 that is huge is read as far as it must be, and not kept; one that hangs is a refusal in time', async () => {
    robots = { status: 200, text: `User-agent: *\nDisallow: /pdf\n#${'x'.repeat(3_000_000)}` };
    const from = bench({ tools: { web_fetch: { timeout_s: 3 } } });
    expect((await fetchUrl(at('/pdf'), {}, from)).text).toContain('robots.txt');
    expect((await fetchUrl(at('/text'), {}, from)).sources).toHaveLength(1);
    expect(seen.filter(({ path }) => path === '/robots.txt')).toHaveLength(2);
    robots = 'hang';
    const hasty = bench({ tools: { web_fetch: { timeout_s: 0.3 } } });
    expect((await fetchUrl(at('/text'), {}, hasty)).text).toBe('The site did not answer in time.');
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
      robots = { status: 302, text: '', to };
      expect((await fetchUrl(at('/text'))).isError, to).toBe(true);
      robots = { status: 404, text: '' };
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

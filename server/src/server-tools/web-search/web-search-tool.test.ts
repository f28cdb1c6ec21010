import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { httpSite, type TestSite } from '#test-kit';
import { ToolBench } from '../test-support/tool-bench.ts';

/** Shaped as SearXNG's JSON API answers. */
const SEARXNG = {
  query: 'q',
  number_of_results: 0,
  results: [
    {
      url: 'https://example.com/one',
      title: 'One <b>hit</b>',
      content: 'Text of\n one.',
      engine: 'bing',
      score: 1,
    },
    { url: 'https://docs.example.com/two', title: '', content: '' },
    { url: 'https://example.com/one', title: 'One again', content: 'The same page.' },
    { url: 'https://other.test/three', title: 'Three', content: 'x'.repeat(5000) },
    { url: 'javascript:alert(1)', title: 'Bad', content: 'bad' },
    { title: 'No address' },
    null,
    'text',
  ],
  answers: [],
  unresponsive_engines: [],
};

let service: TestSite;
let elsewhere: TestSite;
let respond: (response: ServerResponse, request: IncomingMessage) => void;
const seen: { url: string; method: string; headers: Record<string, unknown>; body: string }[] = [];
const benches: ToolBench[] = [];

beforeAll(async () => {
  elsewhere = await httpSite((_request, response) => response.end(JSON.stringify(SEARXNG)));
  service = await httpSite((request, response) => {
    void text(request).then((body) => {
      const { url = '', method = '', headers } = request;
      seen.push({ url, method, headers, body });
      respond(response, request);
    });
  });
});

afterEach(() => {
  for (const one of benches.splice(0)) one.close();
  seen.length = 0;
  respond = (response) => response.end(JSON.stringify(SEARXNG));
});

afterAll(() => Promise.all([service.close(), elsewhere.close()]));

respond = (response) => response.end(JSON.stringify(SEARXNG));

/** With nothing open to the guard: the address is the operator's. */
function bench(search: object = {}): ToolBench {
  const web_search = { type: 'searxng', base_url: `http://127.0.0.1:${service.port}/`, ...search };
  const made = new ToolBench({ open: [], tools: { web_search } });
  benches.push(made);
  return made;
}

const search = (query: string, lists: object = {}, from = bench()): ReturnType<ToolBench['use']> =>
  from.use({ type: 'svc_web_search', ...lists }, { query });
const UNAVAILABLE = {
  text: 'The web cannot be searched at the moment. Try again later, or go on without.',
  isError: true,
};

describe('svc_web_search', () => {
  it('D-41 lists the results of a SearXNG server, each address once, and names them as sources', async () => {
    const outcome = await search('a & b/ü?');
    expect(seen[0]).toMatchObject({ url: '/search?q=a%20%26%20b%2F%C3%BC%3F&format=json', method: 'GET' });
    expect(outcome.text).toBe(
      [
        '1. One hit\n   https://example.com/one\n   Text of one.',
        '2. https://docs.example.com/two\n   https://docs.example.com/two',
        `3. Three\n   https://other.test/three\n   ${'x'.repeat(2000)}`,
      ].join('\n\n'),
    );
    expect(outcome.sources).toEqual([
      { url: 'https://example.com/one', title: 'One hit', text: 'Text of one.' },
      { url: 'https://docs.example.com/two', title: null, text: '' },
      { url: 'https://other.test/three', title: 'Three', text: 'x'.repeat(2000) },
    ]);
    expect(outcome.isError).toBeUndefined();
  });

  it('D-41 keeps to the domains of the request and to the number of results', async () => {
    const urls = async (...args: Parameters<typeof search>): Promise<string[]> =>
      ((await search(...args)).sources ?? []).map(({ url }) => url);
    expect(await urls('q', { allowedDomains: ['example.com'] })).toEqual([
      'https://example.com/one',
      'https://docs.example.com/two',
    ]);
    expect(await urls('q', { blockedDomains: ['docs.example.com', 'other.test'] })).toEqual([
      'https://example.com/one',
    ]);
    expect(await urls('q', {}, bench({ max_results: 1 }))).toEqual(['https://example.com/one']);
    expect(await search('q', { allowedDomains: ['nowhere.test'] })).toEqual({
      text: 'No results.',
      sources: [],
    });
  });

  it('D-41 searches any service that answers in JSON, by GET and by POST', async () => {
    respond = (response) =>
      response.end(
        JSON.stringify({ data: { hits: [{ link: 'https://a.test', meta: { name: 'A' }, about: 'of a' }] } }),
      );
    const shape = { results_path: 'data.hits', fields: { url: 'link', title: 'meta.name', text: 'about' } };
    const base = { type: 'http_json', base_url: undefined, headers: { 'X-Api-Key': 'the-key' }, ...shape };
    const url = `http://127.0.0.1:${service.port}/find`;
    const expected = { sources: [{ url: 'https://a.test/', title: 'A', text: 'of a' }] };
    expect(await search('say "hi" $&', {}, bench({ ...base, url: `${url}?text={query}&n=5` }))).toMatchObject(
      expected,
    );
    expect(seen[0]).toMatchObject({
      url: '/find?text=say%20%22hi%22%20%24%26&n=5',
      method: 'GET',
      headers: { 'x-api-key': 'the-key' },
    });
    const post = { ...base, url, method: 'POST', body: '{"q":"{query}","n":5}' };
    expect(await search('say "hi" $&\n', {}, bench(post))).toMatchObject(expected);
    expect(seen[1]).toMatchObject({
      url: '/find',
      method: 'POST',
      headers: { 'content-type': 'application/json' },
    });
    expect(JSON.parse(seen[1]?.body ?? '')).toEqual({ q: 'say "hi" $&', n: 5 });
    respond = (response) =>
      response.end(JSON.stringify([{ link: 'https://a.test', meta: { name: 'A' }, about: 'of a' }]));
    expect(await search('q', {}, bench({ ...post, results_path: '' }))).toMatchObject(expected);
  });

  it.each(['', '{}', '{"query":""}', '{"query":["a"]}', 'null', '{'])(
    'D-41 tells the model that its arguments are wrong: %s',
    async (input) => {
      expect(await bench().use({ type: 'svc_web_search' }, input)).toMatchObject({ isError: true });
      expect(seen).toEqual([]);
    },
  );

  it.each<[string, typeof respond]>([
    ['refuses', (response) => response.writeHead(403).end('{"secret":"inner words"}')],
    ['breaks', (response) => response.writeHead(500).end()],
    [
      'breaks off',
      (response) => response.writeHead(200, { 'content-length': '99' }).write('{') && response.destroy(),
    ],
    ['does not answer in JSON', (response) => response.end('<html>inner words</html>')],
    ['answers with another JSON', (response) => response.end('{"results":{"a":1}}')],
    ['answers with nothing', (response) => response.end()],
    [
      'answers with too much',
      (response) => response.end(JSON.stringify({ results: [], more: 'x'.repeat(200_000) })),
    ],
    ['hangs', () => undefined],
    ['drips', (response) => response.writeHead(200).write('{')],
    [
      'sends us elsewhere',
      (response) => response.writeHead(302, { location: `http://127.0.0.1:${elsewhere.port}/` }).end(),
    ],
  ])(
    'D-41 a service that %s is a failure the model is told of, without a word of it',
    async (_does, does) => {
      respond = does;
      const from = bench({
        timeout_s: 0.5,
        max_bytes: 100_000,
        headers: { authorization: 'Bearer the-key' },
      });
      expect(await search('my question', {}, from)).toEqual(UNAVAILABLE);
      expect(elsewhere.connections()).toBe(0);
      expect(from.logged).toContain('web search failed');
      expect(from.logged).not.toMatch(/the-key|my question|inner words|127\.0\.0\.1/);
    },
  );

  it('D-41 a service that is not there, and one taken away by a reload, fail the same', async () => {
    expect(await search('q', {}, bench({ base_url: 'http://127.0.0.1:1' }))).toEqual(UNAVAILABLE);
    const without = new ToolBench();
    benches.push(without);
    expect(await search('q', {}, without)).toEqual(UNAVAILABLE);
  });

  it('D-41 the signal ends a search at once', async () => {
    respond = () => undefined;
    const leaving = new AbortController();
    const ended = bench()
      .use({ type: 'svc_web_search' }, { query: 'q' }, leaving.signal)
      .catch(({ message }: Error) => message);
    await expect.poll(() => seen.length).toBe(1);
    const atMs = performance.now();
    leaving.abort(new Error('left'));
    expect(await ended).toBe('left');
    // Far from the time a search may take.
    expect(performance.now() - atMs).toBeLessThan(3000);
  });
});

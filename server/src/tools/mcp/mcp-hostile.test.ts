import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Secret } from '#kit';
import {
  httpSite,
  SCRIPTED_TOOL,
  scriptedMcpSite,
  sendEvents,
  sendGreeting,
  sendJson,
  sendResult,
  type McpAnswer,
  type ScriptedMcpSite,
  type TestSite,
} from '#test-kit';
import { McpBench } from '../test-support/mcp-bench.ts';

let site: ScriptedMcpSite;
let inner: TestSite;
const mcp = new McpBench(() => site.url);
const { bench, open, refusal, call } = mcp;

beforeAll(async () => {
  inner = await httpSite((_request, response) => response.end('inner secret'));
  site = await scriptedMcpSite();
});

afterEach(() => {
  mcp.close();
  site.lies = {};
  site.seen.length = 0;
});

afterAll(() => Promise.all([site.close(), inner.close()]));

const redirect: McpAnswer = (_rpc, response) =>
  response.writeHead(307, { location: `http://127.0.0.1:${inner.port}/` }).end();
const nested = (depth: number): string => `${'{"properties":{"a":'.repeat(depth)}{}${'}}'.repeat(depth)}`;

describe('a server that cannot be opened', () => {
  it('the one that lies below is opened and called when it does not', async () => {
    expect(await call()).toEqual({ text: 'done' });
  });

  it.each<[string, Record<string, McpAnswer>]>([
    [
      'asks for another token',
      {
        '*': (_rpc, response) => response.writeHead(401, { 'www-authenticate': 'Bearer' }).end('inner words'),
      },
    ],
    ['forbids', { '*': (_rpc, response) => response.writeHead(403).end('inner words') }],
    ['has nothing there', { '*': (_rpc, response) => response.writeHead(404).end('inner words') }],
    ['breaks', { '*': (_rpc, response) => response.writeHead(500).end('inner words') }],
    [
      'speaks HTML',
      { '*': (_rpc, response) => response.setHeader('content-type', 'text/html').end('<p>inner words') },
    ],
    ['speaks another JSON', { '*': (_rpc, response) => sendJson(response, { inner: 'words' }) }],
    ['speaks no JSON', { '*': (_rpc, response) => sendJson(response, '{inner words') }],
    ['hangs', { '*': () => undefined }],
    ['hangs after the greeting', { 'tools/list': () => undefined }],
    [
      'drips',
      {
        initialize: (_rpc, response) =>
          response.writeHead(200, { 'content-type': 'application/json' }).write('{'),
      },
    ],
    [
      'streams forever without an answer',
      { initialize: (_rpc, response) => sendEvents(response, ': noise\n\n') },
    ],
    [
      'ends its stream without an answer',
      { initialize: (_rpc, response) => sendEvents(response, ': noise\n\n').end() },
    ],
    [
      'answers somebody else',
      { initialize: (_rpc, response) => sendJson(response, { jsonrpc: '2.0', id: 99, result: {} }) },
    ],
    ['greets with nonsense', { initialize: (rpc, response) => sendResult(rpc, response, { hello: 1 }) }],
    [
      'speaks a revision nobody knows',
      {
        initialize: (rpc, response) =>
          sendResult(rpc, response, {
            protocolVersion: '1999-01-01',
            capabilities: {},
            serverInfo: { name: 't', version: '1' },
          }),
      },
    ],
    ['redirects', { '*': redirect }],
    ['redirects later', { 'tools/list': redirect }],
    [
      'sends an endless header',
      { '*': (_rpc, response) => response.writeHead(200, { 'x-long': 'a'.repeat(20_000) }).end() },
    ],
    [
      'sends more than it may',
      {
        'tools/list': (rpc, response) =>
          sendResult(rpc, response, { tools: [{ ...SCRIPTED_TOOL, description: 'x'.repeat(2_000_000) }] }),
      },
    ],
    [
      'lists what are no tools',
      { 'tools/list': (rpc, response) => sendResult(rpc, response, { tools: [{ nameless: true }] }) },
    ],
    [
      'lists without end',
      {
        'tools/list': (rpc, response) =>
          sendResult(rpc, response, { tools: [SCRIPTED_TOOL], nextCursor: 'again' }),
      },
    ],
  ])('D-40 because it %s is 502 upstream_unavailable', async (_does, does) => {
    site.lies = does;
    const from = bench({ tools: { mcp: { open_timeout_s: 0.7 } } });
    const error = await refusal({ authorizationToken: new Secret('the-token') }, from);
    expect([error.status, error.code, error.options.param]).toEqual([502, 'upstream_unavailable', undefined]);
    expect(`${error.message} ${String(error.cause)} ${from.logged}`).not.toMatch(
      /inner words|the-token|127\.0\.0\.1/,
    );
    expect(inner.connections()).toBe(0);
  });

  it.each<[string, unknown[], object]>([
    [
      'more tools than may be',
      Array.from({ length: 4 }, (_, at) => ({ ...SCRIPTED_TOOL, name: `t${at}` })),
      { max_tools: 3 },
    ],
    [
      'more text than may be',
      [{ ...SCRIPTED_TOOL, description: 'x'.repeat(1000) }],
      { max_definition_characters: 1000 },
    ],
    [
      'larger schemas than may be',
      [{ ...SCRIPTED_TOOL, inputSchema: { type: 'object', description: 'x'.repeat(1000) } }],
      { max_definition_characters: 1000 },
    ],
    [
      'schemas that nest without end',
      [
        {
          ...SCRIPTED_TOOL,
          inputSchema: { type: 'object', properties: { a: JSON.parse(nested(500)) as object } },
        },
      ],
      {},
    ],
  ])('D-40 with %s is 400, unless allowed_tools leaves it out', async (_with, tools, settings) => {
    site.lies = {
      'tools/list': (rpc, response) =>
        sendResult(rpc, response, { tools: [{ name: 'fine', inputSchema: { type: 'object' } }, ...tools] }),
    };
    const from = bench({ tools: { mcp: settings } });
    const error = await refusal({}, from);
    expect([error.status, error.code, error.options.param]).toEqual([
      400,
      'invalid_request',
      'mcp_servers[0]',
    ]);
    expect((await open({ allowedTools: ['fine'] }, from)).tools).toHaveLength(1);
  });

  it('D-40 is asked for no more than a hundred pages of tools', async () => {
    site.lies = {
      'tools/list': (rpc, response) => sendResult(rpc, response, { tools: [], nextCursor: 'again' }),
    };
    expect((await refusal()).code).toBe('upstream_unavailable');
    expect(site.seen.filter(({ method }) => method === 'tools/list')).toHaveLength(100);
  });

  it('D-40 one without tools offers none, and one that lists a tool twice offers it once', async () => {
    site.lies = {
      initialize: (rpc, response) => sendGreeting(rpc, response, {}),
    };
    expect((await open()).tools).toEqual([]);
    site.lies = {
      'tools/list': (rpc, response) => sendResult(rpc, response, { tools: [SCRIPTED_TOOL, SCRIPTED_TOOL] }),
    };
    expect((await open()).tools).toHaveLength(1);
    site.lies = {
      'tools/list': (rpc, response) =>
        sendResult(
          rpc,
          response,
          rpc.params?.cursor === undefined
            ? { tools: [SCRIPTED_TOOL], nextCursor: 'b' }
            : { tools: [{ ...SCRIPTED_TOOL, name: 'b' }] },
        ),
    };
    expect((await open()).tools).toHaveLength(2);
  });
});

describe('a call', () => {
  const MISBEHAVED = 'The server of the tool did not answer as it should.';
  const ping = { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'noise' } };

  it.each<[string, McpAnswer, string | RegExp]>([
    ['is refused', (_rpc, response) => response.writeHead(500).end('inner words'), MISBEHAVED],
    ['finds its session gone', (_rpc, response) => response.writeHead(404).end(), MISBEHAVED],
    [
      'is answered in HTML',
      (_rpc, response) => response.setHeader('content-type', 'text/html').end('x'),
      MISBEHAVED,
    ],
    ['is answered with no JSON', (_rpc, response) => sendJson(response, '{'), MISBEHAVED],
    [
      'is answered to somebody else',
      (_rpc, response) => sendJson(response, { jsonrpc: '2.0', id: 99, result: {} }),
      'The tool did not answer in time.',
    ],
    [
      'has a result that is none',
      (rpc, response) => sendResult(rpc, response, { content: 'text' }),
      MISBEHAVED,
    ],
    [
      'has more parts than anybody checks',
      (rpc, response) =>
        sendResult(rpc, response, {
          content: Array.from({ length: 6000 }, () => ({ type: 'text', text: '' })),
        }),
      'The answer is too large to be read.',
    ],
    [
      'has content of a kind that is none',
      (rpc, response) => sendResult(rpc, response, { content: [{ type: 'smell' }] }),
      MISBEHAVED,
    ],
    ['is broken off', (_rpc, response) => sendEvents(response, ping).end(), /^The tool failed: .*broke off/],
    [
      'is torn',
      (_rpc, response) => sendEvents(response, ping).write(': last\n\n', () => response.destroy()),
      /^The tool failed: .*broke off/,
    ],
    ['hangs', () => undefined, 'The tool did not answer in time.'],
    [
      'drips',
      (_rpc, response) => response.writeHead(200, { 'content-type': 'application/json' }).write('{'),
      'The tool did not answer in time.',
    ],
    [
      'drowns in noise',
      (_rpc, response) => sendEvents(response, ...Array.from({ length: 20_000 }, () => ping)),
      /^The tool (failed: .*broke off|did not answer in time)/,
    ],
    ['is redirected', redirect, 'The site redirects in a way that cannot be followed.'],
    [
      'fails by the book',
      (rpc, response) =>
        sendJson(response, {
          jsonrpc: '2.0',
          id: rpc.id,
          error: { code: -32_602, message: 'a must be a number' },
        }),
      /^The tool failed: .*a must be a number/,
    ],
  ])('D-40 that %s is told to the model', async (_does, does, words) => {
    site.lies = { 'tools/call': does };
    const from = bench({ tools: { mcp: { call_timeout_s: 2, max_bytes: 500_000 } } });
    const outcome = await call(open({ authorizationToken: new Secret('the-token') }, from));
    expect(outcome.isError).toBe(true);
    expect(outcome.text).toMatch(words);
    expect(`${outcome.text}${from.logged}`).not.toMatch(/the-token|inner words|127\.0\.0\.1/);
    expect(inner.connections()).toBe(0);
  });

  it('D-40 is asked once, however often a server asks to be asked again', async () => {
    site.lies = {
      'tools/call': (_rpc, response) => sendEvents(response, 'retry: 0\n\n', 'id: 1\ndata:\n\n').end(),
      GET: (_rpc, response) => sendEvents(response, 'id: 2\ndata:\n\n').end(),
    };
    expect(await call()).toMatchObject({ isError: true });
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(site.seen.filter(({ http }) => http === 'GET')).toEqual([]);
  });

  it('D-40 answers nothing a server asks meanwhile, and takes the result that follows', async () => {
    const asks = ['sampling/createMessage', 'elicitation/create', 'roots/list'].map((method, at) => ({
      jsonrpc: '2.0',
      id: at + 500,
      method,
      params: {},
    }));
    site.lies = {
      'tools/call': (rpc, response) =>
        sendEvents(response, ...asks, ping, {
          jsonrpc: '2.0',
          id: rpc.id,
          result: { content: [{ type: 'text', text: 'done' }] },
        }).end(),
    };
    expect(await call()).toEqual({ text: 'done' });
  });

  it('D-40 structure a schema of the server does not allow is only text, and its patterns do not run here', async () => {
    const outputSchema = {
      type: 'object',
      properties: { a: { type: 'string', pattern: '^(a+)+$' } },
      required: ['a'],
    };
    site.lies = {
      'tools/list': (rpc, response) =>
        sendResult(rpc, response, { tools: [{ ...SCRIPTED_TOOL, outputSchema }] }),
      'tools/call': (rpc, response) =>
        sendResult(rpc, response, { content: [], structuredContent: { a: `${'a'.repeat(40)}!` } }),
    };
    const atMs = performance.now();
    expect(await call()).toEqual({ text: JSON.stringify({ a: `${'a'.repeat(40)}!` }) });
    expect(performance.now() - atMs).toBeLessThan(5000);
  });
});

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
  type McpResponder,
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

const redirect: McpResponder = (_rpc, response) =>
  response.writeHead(307, { location: `http://127.0.0.1:${inner.port}/` }).end();
const nested = (depth: number): string => `${'{"properties":{"a":'.repeat(depth)}{}${'}}'.repeat(depth)}`;

describe('a server that cannot be opened', () => {
  it('the one that lies below is opened and called when it does not', async () => {
    expect(await call()).toEqual({ text: 'done' });
  });

  it.each<[string, Record<string, McpResponder>]>([
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
          sendResult(rpc, response, { tools: [SCRIPTED_TOOL], nextCursor: `${rpc.params?.cursor ?? ''}a` }),
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
      'tools/list': (rpc, response) =>
        sendResult(rpc, response, { tools: [], nextCursor: `${rpc.params?.cursor ?? ''}a` }),
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

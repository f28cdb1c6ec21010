import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { ApiError } from '@svc/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { McpServer } from '#exchange';
import { OutboundGuard, Secret } from '#kit';
import type { OpenTools, ToolOutcome } from '#reply';
import { httpSite, type TestSite } from '#test-kit';
import { namesOf, never, ToolBench, type BenchOptions } from '../test-support/tool-bench.ts';

interface Rpc {
  readonly id?: number;
  readonly method: string;
  readonly params?: { readonly cursor?: string };
}
type Answer = (rpc: Rpc, response: ServerResponse, request: IncomingMessage) => unknown;

const TOOL = { name: 'do', inputSchema: { type: 'object' } };
const json = (response: ServerResponse, value: unknown): unknown =>
  response.setHeader('content-type', 'application/json').end(typeof value === 'string' ? value : JSON.stringify(value));
const result = (rpc: Rpc, response: ServerResponse, value: unknown): unknown =>
  json(response, { jsonrpc: '2.0', id: rpc.id, result: value });
const events = (response: ServerResponse, ...messages: unknown[]): ServerResponse => {
  response.setHeader('content-type', 'text/event-stream');
  for (const message of messages) response.write(typeof message === 'string' ? message : `data: ${JSON.stringify(message)}\n\n`);
  return response;
};

let site: TestSite;
let inner: TestSite;
/** By method; what is not here is answered as it should be. */
let lies: Record<string, Answer> = {};
const seen: { method: string | undefined; rpc: string; authorization: string | undefined }[] = [];
const stolen: (string | undefined)[] = [];
const opened: { close(): void }[] = [];

const HONEST: Record<string, Answer> = {
  initialize: (rpc, response) =>
    result(rpc, response, { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 't', version: '1' } }),
  'notifications/initialized': (_rpc, response) => response.writeHead(202).end(),
  'tools/list': (rpc, response) => result(rpc, response, { tools: [TOOL] }),
  'tools/call': (rpc, response) => result(rpc, response, { content: [{ type: 'text', text: 'done' }] }),
};

beforeAll(async () => {
  inner = await httpSite((request, response) => {
    stolen.push(request.headers.authorization);
    response.end('inner secret');
  });
  site = await httpSite((request, response) => {
    void text(request).then((body) => {
      const rpc = (body === '' ? { method: request.method ?? '' } : JSON.parse(body)) as Rpc;
      seen.push({ method: request.method, rpc: rpc.method, authorization: request.headers.authorization });
      const answer = lies['*'] ?? lies[rpc.method] ?? HONEST[rpc.method];
      if (answer) answer(rpc, response, request);
      else json(response, { jsonrpc: '2.0', id: rpc.id ?? null, error: { code: -32_601, message: 'Method not found' } });
    });
  });
});

afterEach(() => {
  for (const one of opened.splice(0).toReversed()) one.close();
  lies = {};
  seen.length = 0;
  stolen.length = 0;
});

afterAll(() => Promise.all([site.close(), inner.close()]));

function bench(options: BenchOptions = {}): ToolBench {
  const made = new ToolBench(options);
  opened.push(made);
  return made;
}

async function open(server: Partial<McpServer> = {}, from = bench()): Promise<OpenTools> {
  const tools = await from.open({ mcp: [{ name: 's', url: `http://127.0.0.1:${site.port}/mcp`, ...server }] });
  opened.push(tools);
  return tools;
}

async function refusal(server: Partial<McpServer> = {}, from = bench()): Promise<ApiError> {
  const error = await open(server, from).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof ApiError) return error;
  throw new Error('was not refused', { cause: error });
}

async function call(from: Promise<OpenTools> = open(), signal = never): Promise<ToolOutcome> {
  const [tool] = (await from).tools;
  if (tool === undefined) throw new Error('no tool was opened');
  return tool.run('{}', signal);
}

const redirect: Answer = (_rpc, response) => response.writeHead(307, { location: `http://127.0.0.1:${inner.port}/` }).end();
const nested = (depth: number): string => `${'{"properties":{"a":'.repeat(depth)}{}${'}}'.repeat(depth)}`;

describe('a server that cannot be opened', () => {
  it('the one that lies below is opened and called when it does not', async () => {
    expect(await call()).toEqual({ text: 'done' });
  });

  it.each<[string, Record<string, Answer>]>([
    ['asks for another token', { '*': (_rpc, response) => response.writeHead(401, { 'www-authenticate': 'Bearer' }).end('inner words') }],
    ['forbids', { '*': (_rpc, response) => response.writeHead(403).end('inner words') }],
    ['has nothing there', { '*': (_rpc, response) => response.writeHead(404).end('inner words') }],
    ['breaks', { '*': (_rpc, response) => response.writeHead(500).end('inner words') }],
    ['speaks HTML', { '*': (_rpc, response) => response.setHeader('content-type', 'text/html').end('<p>inner words') }],
    ['speaks another JSON', { '*': (_rpc, response) => json(response, { inner: 'words' }) }],
    ['speaks no JSON', { '*': (_rpc, response) => json(response, '{inner words') }],
    ['hangs', { '*': () => undefined }],
    ['hangs after the greeting', { 'tools/list': () => undefined }],
    ['drips', { initialize: (_rpc, response) => response.writeHead(200, { 'content-type': 'application/json' }).write('{') }],
    ['streams forever without an answer', { initialize: (_rpc, response) => events(response, ': noise\n\n') }],
    ['ends its stream without an answer', { initialize: (_rpc, response) => events(response, ': noise\n\n').end() }],
    ['answers somebody else', { initialize: (_rpc, response) => json(response, { jsonrpc: '2.0', id: 99, result: {} }) }],
    ['greets with nonsense', { initialize: (rpc, response) => result(rpc, response, { hello: 1 }) }],
    [
      'speaks a revision nobody knows',
      {
        initialize: (rpc, response) =>
          result(rpc, response, { protocolVersion: '1999-01-01', capabilities: {}, serverInfo: { name: 't', version: '1' } }),
      },
    ],
    ['redirects', { '*': redirect }],
    ['redirects later', { 'tools/list': redirect }],
    ['sends an endless header', { '*': (_rpc, response) => response.writeHead(200, { 'x-long': 'a'.repeat(20_000) }).end() }],
    [
      'sends more than it may',
      { 'tools/list': (rpc, response) => result(rpc, response, { tools: [{ ...TOOL, description: 'x'.repeat(2_000_000) }] }) },
    ],
    ['lists what are no tools', { 'tools/list': (rpc, response) => result(rpc, response, { tools: [{ nameless: true }] }) }],
    ['lists without end', { 'tools/list': (rpc, response) => result(rpc, response, { tools: [TOOL], nextCursor: 'again' }) }],
  ])('D-40 because it %s is 502 upstream_unavailable', async (_does, does) => {
    lies = does;
    const from = bench({ tools: { mcp: { open_timeout_s: 0.7 } } });
    const error = await refusal({ authorizationToken: new Secret('the-token') }, from);
    expect([error.status, error.code, error.options.param]).toEqual([502, 'upstream_unavailable', undefined]);
    expect(`${error.message} ${String(error.cause)} ${from.logged}`).not.toMatch(/inner words|the-token|127\.0\.0\.1/);
    expect(inner.connections()).toBe(0);
  });

  it.each<[string, unknown[], object]>([
    ['more tools than may be', Array.from({ length: 4 }, (_, at) => ({ ...TOOL, name: `t${at}` })), { max_tools: 3 }],
    ['more text than may be', [{ ...TOOL, description: 'x'.repeat(1000) }], { max_definition_characters: 1000 }],
    [
      'larger schemas than may be',
      [{ ...TOOL, inputSchema: { type: 'object', description: 'x'.repeat(1000) } }],
      { max_definition_characters: 1000 },
    ],
    [
      'schemas that nest without end',
      [{ ...TOOL, inputSchema: { type: 'object', properties: { a: JSON.parse(nested(500)) as object } } }],
      {},
    ],
  ])('D-40 with %s is 400, unless allowed_tools leaves it out', async (_with, tools, settings) => {
    lies = {
      'tools/list': (rpc, response) => result(rpc, response, { tools: [{ name: 'fine', inputSchema: { type: 'object' } }, ...tools] }),
    };
    const from = bench({ tools: { mcp: settings } });
    const error = await refusal({}, from);
    expect([error.status, error.code, error.options.param]).toEqual([400, 'invalid_request', 'mcp_servers[0]']);
    expect((await open({ allowedTools: ['fine'] }, from)).tools).toHaveLength(1);
  });

  it('D-40 one without tools offers none, and one that lists a tool twice offers it once', async () => {
    lies = {
      initialize: (rpc, response) =>
        result(rpc, response, { protocolVersion: '2025-06-18', capabilities: {}, serverInfo: { name: 't', version: '1' } }),
    };
    expect((await open()).tools).toEqual([]);
    lies = { 'tools/list': (rpc, response) => result(rpc, response, { tools: [TOOL, TOOL] }) };
    expect((await open()).tools).toHaveLength(1);
    lies = {
      'tools/list': (rpc, response) =>
        result(rpc, response, rpc.params?.cursor === undefined ? { tools: [TOOL], nextCursor: 'b' } : { tools: [{ ...TOOL, name: 'b' }] }),
    };
    expect((await open()).tools).toHaveLength(2);
  });
});

describe('a call', () => {
  const MISBEHAVED = 'The server of the tool did not answer as it should.';
  const ping = { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'noise' } };

  it.each<[string, Answer, string | RegExp]>([
    ['is refused', (_rpc, response) => response.writeHead(500).end('inner words'), MISBEHAVED],
    ['finds its session gone', (_rpc, response) => response.writeHead(404).end(), MISBEHAVED],
    ['is answered in HTML', (_rpc, response) => response.setHeader('content-type', 'text/html').end('x'), MISBEHAVED],
    ['is answered with no JSON', (_rpc, response) => json(response, '{'), MISBEHAVED],
    [
      'is answered to somebody else',
      (_rpc, response) => json(response, { jsonrpc: '2.0', id: 99, result: {} }),
      'The tool did not answer in time.',
    ],
    ['has a result that is none', (rpc, response) => result(rpc, response, { content: 'text' }), MISBEHAVED],
    ['has content of a kind that is none', (rpc, response) => result(rpc, response, { content: [{ type: 'smell' }] }), MISBEHAVED],
    ['is broken off', (_rpc, response) => events(response, ping).end(), /^The tool failed: .*broke off/],
    ['is torn', (_rpc, response) => events(response, ping).write(': last\n\n', () => response.destroy()), /^The tool failed: .*broke off/],
    ['hangs', () => undefined, 'The tool did not answer in time.'],
    [
      'drips',
      (_rpc, response) => response.writeHead(200, { 'content-type': 'application/json' }).write('{'),
      'The tool did not answer in time.',
    ],
    [
      'drowns in noise',
      (_rpc, response) => events(response, ...Array.from({ length: 20_000 }, () => ping)),
      /^The tool failed: .*broke off/,
    ],
    ['is redirected', redirect, 'The site redirects in a way that cannot be followed.'],
    [
      'fails by the book',
      (rpc, response) => json(response, { jsonrpc: '2.0', id: rpc.id, error: { code: -32_602, message: 'a must be a number' } }),
      /^The tool failed: .*a must be a number/,
    ],
  ])('D-40 that %s is told to the model', async (_does, does, words) => {
    lies = { 'tools/call': does };
    const from = bench({ tools: { mcp: { call_timeout_s: 2, max_bytes: 500_000 } } });
    const outcome = await call(open({ authorizationToken: new Secret('the-token') }, from));
    expect(outcome.isError).toBe(true);
    expect(outcome.text).toMatch(words);
    expect(`${outcome.text}${from.logged}`).not.toMatch(/the-token|inner words|127\.0\.0\.1/);
    expect(stolen).toEqual([]);
    expect(inner.connections()).toBe(0);
  });

  it('D-40 is asked once, however often a server asks to be asked again', async () => {
    lies = {
      'tools/call': (_rpc, response) => events(response, 'retry: 0\n\n', 'id: 1\ndata:\n\n').end(),
      GET: (_rpc, response) => events(response, 'id: 2\ndata:\n\n').end(),
    };
    expect(await call()).toMatchObject({ isError: true });
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(seen.filter(({ method }) => method === 'GET')).toEqual([]);
  });

  it('D-40 answers nothing a server asks meanwhile, and takes the result that follows', async () => {
    const asks = ['sampling/createMessage', 'elicitation/create', 'roots/list'].map((method, at) => ({
      jsonrpc: '2.0',
      id: at + 500,
      method,
      params: {},
    }));
    lies = {
      'tools/call': (rpc, response) =>
        events(response, ...asks, ping, { jsonrpc: '2.0', id: rpc.id, result: { content: [{ type: 'text', text: 'done' }] } }).end(),
    };
    expect(await call()).toEqual({ text: 'done' });
  });

  it('D-40 structure a schema of the server does not allow is only text, and its patterns do not run here', async () => {
    const outputSchema = { type: 'object', properties: { a: { type: 'string', pattern: '^(a+)+$' } }, required: ['a'] };
    lies = {
      'tools/list': (rpc, response) => result(rpc, response, { tools: [{ ...TOOL, outputSchema }] }),
      'tools/call': (rpc, response) => result(rpc, response, { content: [], structuredContent: { a: `${'a'.repeat(40)}!` } }),
    };
    const atMs = performance.now();
    expect(await call()).toEqual({ text: JSON.stringify({ a: `${'a'.repeat(40)}!` }) });
    expect(performance.now() - atMs).toBeLessThan(5000);
  });
});

describe('policy', () => {
  it.each<[string, readonly string[], boolean]>([
    ['no host', [], false],
    ['another host', ['b.test'], false],
    ['a part of its name', ['mcp.test'], false],
    ['the host', ['my-mcp.test'], true],
    ['what it is below', ['test'], true],
  ])('MSG-70 D-40 that allows %s', async (_name, allowed_hosts, allows) => {
    const from = bench({ names: { 'my-mcp.test': [['127.0.0.1']] }, tools: { mcp: { allowed_hosts } } });
    const server = { url: `http://my-mcp.test:${site.port}/mcp` };
    if (allows) expect((await open(server, from)).tools).toHaveLength(1);
    else {
      const error = await refusal(server, from);
      expect([error.status, error.code]).toEqual([403, 'mcp_server_not_allowed']);
      expect(seen).toEqual([]);
    }
  });

  it('MSG-70 D-40 is judged for all servers before one is asked', async () => {
    const from = bench({ tools: { mcp: { allowed_hosts: ['127.0.0.1'] } } });
    const url = `http://127.0.0.1:${site.port}/mcp`;
    const work = from.open({
      mcp: [
        { name: 'a', url },
        { name: 'b', url: 'https://elsewhere.test/' },
      ],
    });
    await expect(work).rejects.toMatchObject({ catalogName: 'mcp_server_not_allowed' });
    expect(seen).toEqual([]);
  });

  it('MSG-69 without tunnels none is found', async () => {
    const work = bench().open({
      mcp: [
        { name: 'a', url: 'https://a.test/' },
        { name: 'b', url: 'https://inner/', tunnelId: 'tun_1' },
      ],
    });
    await expect(work).rejects.toMatchObject({ status: 404, code: 'tunnel_not_found', options: { param: 'mcp_servers[1].tunnel_id' } });
  });

  it('D-40 with tunnels the way is theirs, whatever the address', async () => {
    const dialled: object[] = [];
    const guard = new OutboundGuard(['127.0.0.1/32'], namesOf({ inner: [['127.0.0.1']] }));
    const tunnels = { dial: (tunnel: object) => (dialled.push(tunnel), Promise.resolve(guard)) };
    const from = bench({ open: [], parts: { tunnels }, tools: { mcp: { allowed_hosts: [] } } });
    const url = `http://inner:${site.port}/mcp`;
    expect(await call(open({ url, tunnelId: 'tun_1' }, from))).toEqual({ text: 'done' });
    expect(dialled).toEqual([{ id: 'tun_1', url, param: 'mcp_servers[0].tunnel_id' }]);
    const refusing = { dial: () => Promise.reject(new ApiError('tunnel_unavailable')) };
    expect(await refusal({ url, tunnelId: 'tun_1' }, bench({ parts: { tunnels: refusing } }))).toMatchObject({
      code: 'tunnel_unavailable',
    });
  });
});

/** As it is delivered: no address of its own network is open. */
describe('the network the service stands in', () => {
  const port = '%PORT%';
  it.each([
    `https://127.0.0.1:${port}/`,
    `https://127.1:${port}/`,
    `https://2130706433:${port}/`,
    `https://0x7f000001:${port}/`,
    `https://0177.0.0.1:${port}/`,
    `https://①②⑦.⓪.⓪.①:${port}/`,
    `https://0:${port}/`,
    `https://[::1]:${port}/`,
    `https://[::ffff:7f00:1]:${port}/`,
    `https://[64:ff9b::127.0.0.1]:${port}/`,
    'https://169.254.169.254/latest/meta-data/',
    'https://10.0.0.1/',
    `https://localhost:${port}/`,
    `https://loopback.test:${port}/`,
    `https://mixed.test:${port}/`,
    'https://nowhere.test/',
  ])('D-40 is not reached by %s: 502', async (url) => {
    const before = inner.connections();
    const names = { localhost: [['127.0.0.1']], 'loopback.test': [['127.0.0.1']], 'mixed.test': [['93.184.215.14', '127.0.0.1']] };
    const error = await refusal(
      { url: url.replace(port, String(inner.port)), authorizationToken: new Secret('t') },
      bench({ open: [], names }),
    );
    expect([error.status, error.code]).toEqual([502, 'upstream_unavailable']);
    expect(inner.connections()).toBe(before);
  });

  it.each(['http://public.test/', 'ftp://public.test/', 'file:///etc/passwd', 'https://user:pw@public.test/', 'no url'])(
    'D-40 is not reached by %s: 400',
    async (url) => {
      const error = await refusal({ url }, bench({ open: [], names: { 'public.test': [['93.184.215.14']] } }));
      expect([error.status, error.code, error.options.param]).toEqual([400, 'invalid_request', 'mcp_servers[0].url']);
    },
  );

  it('D-40 is not reached by a name that changes: every request is judged by what it connects to', async () => {
    const url = `http://rebind.test:${site.port}/mcp`;
    const early = bench({ names: { 'rebind.test': [['127.0.0.1'], ['10.0.0.1']] } });
    expect((await refusal({ url }, early)).code).toBe('upstream_unavailable');
    const rows = [...Array.from({ length: 4 }, () => ['127.0.0.1']), ['169.254.169.254']];
    const late = bench({ names: { 'rebind.test': rows } });
    expect(await call(open({ url }, late))).toEqual({ text: 'The site cannot be reached.', isError: true });
  });
});

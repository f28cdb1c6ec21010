import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Secret } from '#kit';
import {
  httpSite,
  SCRIPTED_TOOL,
  scriptedMcpSite,
  sendEvents,
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
const { bench, open, call } = mcp;

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

describe('a call', () => {
  const MISBEHAVED = 'The server of the tool did not answer as it should.';
  const ping = { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'noise' } };

  it.each<[string, McpResponder, string | RegExp]>([
    ['is refused', (_rpc, response) => response.writeHead(500).end('inner words'), MISBEHAVED],
    [
      'finds its session gone, and the next one too',
      (_rpc, response) => response.writeHead(404).end(),
      MISBEHAVED,
    ],
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

import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  SCRIPTED_TOOL,
  scriptedMcpSite,
  sendEvents,
  sendGreeting,
  sendJson,
  sendResult,
  type McpResponder,
  type ScriptedMcpSite,
} from '#test-kit';
import { McpBench } from '../test-support/mcp-bench.ts';

let site: ScriptedMcpSite;
const mcp = new McpBench(() => site.url);
const { open, refusal, call } = mcp;

beforeAll(async () => (site = await scriptedMcpSite()));
afterEach(() => {
  mcp.close();
  site.lies = {};
  site.seen.length = 0;
});
afterAll(() => site.close());

const DONE = { content: [{ type: 'text', text: 'done' }] };

describe('what servers really answer', () => {
  it.each(['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'])(
    'D-40 in revision %s',
    async (version) => {
      site.lies = { initialize: (rpc, response) => sendGreeting(rpc, response, { tools: {} }, version) };
      expect(await call()).toEqual({ text: 'done' });
      const { headers } = site.seen.find(({ method }) => method === 'tools/call')!;
      expect(headers['mcp-protocol-version']).toBe(version);
    },
  );

  it.each<[string, McpResponder]>([
    ['400', (_rpc, response) => response.writeHead(400).end()],
    ['400 and an error without an id', (_rpc, response) => rpcError(response, 400, null)],
    ['404', (_rpc, response) => response.writeHead(404).end('not found')],
    ['405', (_rpc, response) => response.writeHead(405).end()],
    ['406', (_rpc, response) => response.writeHead(406).end()],
    ['an error', (rpc, response) => rpcError(response, 200, rpc.id)],
  ])('D-40 to the question which revision they speak: %s', async (_name, reply) => {
    site.lies = { 'server/discover': reply };
    expect(await call()).toEqual({ text: 'done' });
  });

  it.each<[string, (response: ServerResponse) => unknown]>([
    ['200', (response) => response.writeHead(200).end()],
    ['200 and JSON', (response) => sendJson(response, {})],
    ['200 and null', (response) => sendJson(response, 'null')],
    ['200 and a page', (response) => response.setHeader('content-type', 'text/html').end('<p>')],
    ['204', (response) => response.writeHead(204).end()],
    ['an empty stream', (response) => sendEvents(response).end()],
  ])('D-40 to a notification: %s', async (_name, reply) => {
    site.lies = { 'notifications/initialized': (_rpc, response) => reply(response) };
    expect(await call()).toEqual({ text: 'done' });
  });

  it.each<[string, McpResponder]>([
    ['JSON', (rpc, response) => sendResult(rpc, response, DONE)],
    [
      'JSON with a character set',
      (rpc, response) => sendAs(response, 'application/json; charset=utf-8', rpc.id),
    ],
    ['a batch', (rpc, response) => sendJson(response, [{ jsonrpc: '2.0', id: rpc.id, result: DONE }])],
    [
      'an id that is text',
      (rpc, response) => sendJson(response, { jsonrpc: '2.0', id: String(rpc.id), result: DONE }),
    ],
    ['an event', (rpc, response) => sendEvents(response, { jsonrpc: '2.0', id: rpc.id, result: DONE }).end()],
    [
      'an event on a stream that stays open',
      (rpc, response) => sendEvents(response, { jsonrpc: '2.0', id: rpc.id, result: DONE }),
    ],
    [
      'a named event, behind pings and news of a changed list',
      (rpc, response) =>
        sendEvents(
          response,
          ': ping\n\n',
          'event: ping\ndata: x\n\n',
          { jsonrpc: '2.0', method: 'notifications/tools/list_changed' },
          `event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', id: rpc.id, result: DONE })}\n\n`,
        ).end(),
    ],
  ])('D-40 to a call: %s', async (_name, reply) => {
    site.lies = { 'tools/call': reply };
    expect(await call()).toEqual({ text: 'done' });
  });
});

describe('a list of tools', () => {
  const page = (names: readonly string[], more: object) => ({
    tools: names.map((name) => ({ ...SCRIPTED_TOOL, name })),
    ...more,
  });

  it.each<[string, object[], string[]]>([
    ['without a cursor', [page(['a'], {})], ['a']],
    ['with null for a cursor', [page(['a'], { nextCursor: null })], ['a']],
    ['with an empty cursor', [page(['a'], { nextCursor: '' })], ['a']],
    ['of two pages', [page(['a'], { nextCursor: 'x' }), page(['b'], {})], ['a', 'b']],
    ['with an empty page', [page([], { nextCursor: 'x' }), page(['b'], {})], ['b']],
    [
      'whose last cursor comes back',
      [page(['a'], { nextCursor: 'x' }), page(['b'], { nextCursor: 'x' })],
      ['a', 'b'],
    ],
    [
      'whose cursors go round',
      [page(['a'], { nextCursor: 'x' }), page(['b'], { nextCursor: 'y' }), page(['c'], { nextCursor: 'x' })],
      ['a', 'b', 'c'],
    ],
  ])('D-40 ends %s', async (_name, pages, names) => {
    let turn = 0;
    site.lies = { 'tools/list': (rpc, response) => sendResult(rpc, response, pages[turn++ % pages.length]) };
    const { tools } = await open();
    expect(tools.map(({ definition }) => definition.name)).toEqual(names.map((name) => `s__${name}`));
    expect(site.seen.filter(({ method }) => method === 'tools/list')).toHaveLength(pages.length);
  });

  it('D-40 may have null where a field is not set', async () => {
    const tool = {
      ...SCRIPTED_TOOL,
      title: null,
      description: null,
      outputSchema: null,
      icons: null,
      _meta: null,
      annotations: { title: null, readOnlyHint: null, destructiveHint: null },
      inputSchema: {
        type: 'object',
        properties: { a: { type: 'string', default: null, enum: [null, 'x'] } },
      },
    };
    site.lies = {
      'tools/list': (rpc, response) => sendResult(rpc, response, { tools: [tool] }),
    };
    const { tools } = await open();
    expect(tools.map(({ definition }) => definition)).toEqual([
      { name: 's__do', parameters: tool.inputSchema },
    ]);
  });

  it('D-40 with null for a name is none', async () => {
    const tools = [{ ...SCRIPTED_TOOL, name: null }];
    site.lies = { 'tools/list': (rpc, response) => sendResult(rpc, response, { tools }) };
    expect((await refusal()).code).toBe('upstream_unavailable');
  });
});

describe('a result', () => {
  const text = (value: string) => ({ type: 'text', text: value });
  it.each<[string, object, object]>([
    [
      'of all kinds',
      {
        content: [
          text('first'),
          { type: 'image', data: 'aGk=', mimeType: 'image/png' },
          { type: 'audio', data: 'aGk=', mimeType: 'audio/wav' },
          { type: 'resource', resource: { uri: 'file:///a.txt', text: 'of a file' } },
          { type: 'resource', resource: { uri: 'file:///b.bin', blob: 'aGk=' } },
          { type: 'resource_link', uri: 'file:///c.txt', name: 'c' },
        ],
      },
      {
        text: 'first\n\n[image, not shown]\n\n[audio, not shown]\n\nof a file\n\n[file file:///b.bin, not shown]\n\n[resource c: file:///c.txt]',
      },
    ],
    [
      'of a kind that is not known yet',
      { content: [text('a'), { type: 'video', url: 'x' }] },
      { text: 'a\n\n[content of a kind that is not shown]' },
    ],
    [
      'with null where a field is not set',
      {
        content: [
          { ...text('a'), annotations: null, _meta: null },
          { type: 'resource', resource: { uri: 'u', text: 'b', mimeType: null } },
        ],
        isError: null,
        structuredContent: null,
      },
      { text: 'a\n\nb' },
    ],
    ['of structure alone', { structuredContent: { sum: 3, none: null } }, { text: '{"sum":3,"none":null}' }],
    [
      'of structure beside an empty list',
      { content: [], structuredContent: { sum: 3 } },
      { text: '{"sum":3}' },
    ],
    [
      'of structure beside its text',
      { content: [text('{"sum":3}')], structuredContent: { sum: 3 } },
      { text: '{"sum":3}' },
    ],
    [
      'of an image and structure',
      { content: [{ type: 'image', data: 'aGk=', mimeType: 'image/png' }], structuredContent: { a: 1 } },
      { text: '[image, not shown]\n\n{"a":1}' },
    ],
    ['that is an error', { content: [text('no')], isError: true }, { text: 'no', isError: true }],
    [
      'that is an error with structure alone',
      { structuredContent: { code: 3 }, isError: true },
      { text: '{"code":3}', isError: true },
    ],
    ['that is an error of nothing', { content: [], isError: true }, { text: '(no content)', isError: true }],
    ['of nothing', { content: [] }, { text: '(no content)' }],
  ])('D-40 %s', async (_name, result, outcome) => {
    site.lies = { 'tools/call': (rpc, response) => sendResult(rpc, response, result) };
    expect(await call()).toEqual(outcome);
  });
});

function rpcError(response: ServerResponse, status: number, id: unknown): void {
  response.statusCode = status;
  sendJson(response, { jsonrpc: '2.0', id, error: { code: -32_601, message: 'Method not found' } });
}

function sendAs(response: ServerResponse, type: string, id: unknown): void {
  response.setHeader('content-type', type).end(JSON.stringify({ jsonrpc: '2.0', id, result: DONE }));
}

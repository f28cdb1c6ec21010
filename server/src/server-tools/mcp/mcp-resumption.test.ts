import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Secret } from '#kit';
import {
  scriptedMcpSite,
  sendEvents,
  sendGreeting,
  type McpResponder,
  type ScriptedMcpSite,
} from '#test-kit';
import { McpBench } from '../test-support/mcp-bench.ts';
import { never } from '../test-support/tool-bench.ts';

let site: ScriptedMcpSite;
const mcp = new McpBench(() => site.url);
const { bench, open, call } = mcp;

beforeAll(async () => (site = await scriptedMcpSite()));
afterEach(() => {
  mcp.close();
  site.lies = {};
  site.seen.length = 0;
});
afterAll(() => site.close());

const BROKE_OFF = { text: expect.stringMatching(/broke off/) as string, isError: true };
const ping = { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'noise' } };
const resumptions = () => site.seen.filter(({ http }) => http === 'GET');
const lastIds = () => resumptions().map(({ headers }) => headers['last-event-id']);

/** What a call is answered with, and what each request to resume it is: by its place, the last one stays. */
function script(first: (response: ServerResponse) => unknown, ...more: McpResponder[]): { id: unknown } {
  const called = { id: undefined as unknown };
  let turn = 0;
  site.lies = {
    initialize: (rpc, response) => {
      response.setHeader('mcp-session-id', 'mine');
      sendGreeting(rpc, response);
    },
    'tools/call': (rpc, response) => {
      called.id = rpc.id;
      first(response);
    },
    GET: (rpc, response, request) => more[Math.min(turn++, more.length - 1)]?.(rpc, response, request),
    DELETE: (_rpc, response) => response.writeHead(200).end(),
  };
  return called;
}
const result = (id: unknown) => ({
  jsonrpc: '2.0',
  id,
  result: { content: [{ type: 'text', text: 'done' }] },
});

const ENDINGS: readonly [string, (response: ServerResponse) => unknown][] = [
  ['an id and a time', (response) => sendEvents(response, 'retry: 1\nid: 1\ndata:\n\n').end()],
  ['an id', (response) => sendEvents(response, 'retry: 1\n\n', 'id: 1\n\n').end()],
  [
    'an id without a colon behind it, and returns',
    (response) => sendEvents(response, 'retry:1\r\nid:1\r\ndata\r\n\r\n').end(),
  ],
  [
    'a message with an id',
    (response) => sendEvents(response, `retry: 1\nid: 1\ndata: ${JSON.stringify(ping)}\n\n`).end(),
  ],
  [
    'half an event',
    (response) => sendEvents(response, 'retry: 1\nid: 1\ndata:\n\n', 'id: 2\ndata: {"jsonr').end(),
  ],
  [
    'an answer to another request',
    (response) => sendEvents(response, `retry: 1\nid: 1\ndata: ${JSON.stringify(result(99))}\n\n`).end(),
  ],
  [
    'a break',
    (response) => sendEvents(response, 'retry: 1\n\n').write('id: 1\ndata:\n\n', () => response.destroy()),
  ],
];

describe('a stream that ends ahead of its answer', () => {
  it.each(ENDINGS)('D-40 is resumed behind its last event: %s', async (_name, ending) => {
    const called = script(ending, (_rpc, response) => sendEvents(response, result(called.id)).end());
    expect(await call(open({ authorizationToken: new Secret('the-token') }))).toEqual({ text: 'done' });
    expect(lastIds()).toEqual(['1']);
    expect(resumptions()[0]?.headers).toMatchObject({
      accept: 'text/event-stream',
      authorization: 'Bearer the-token',
      'mcp-session-id': 'mine',
      'mcp-protocol-version': '2025-06-18',
    });
    expect(site.seen.filter(({ method }) => method === 'tools/call')).toHaveLength(1);
  });

  it('D-40 is resumed as often as it ends, also behind a stream without events and a server that fails once', async () => {
    const called = script(
      (response) => sendEvents(response, 'retry: 1\nid: a\ndata:\n\n').end(),
      (_rpc, response) => sendEvents(response, ping, 'id: b\ndata:\n\n').end(),
      (_rpc, response) => sendEvents(response, ': nothing yet\n\n').end(),
      (_rpc, response) => response.writeHead(503).end(),
      (_rpc, response) =>
        sendEvents(response, 'id: c\n', `data: ${JSON.stringify(result(called.id))}\n\n`).end(),
    );
    expect(await call()).toEqual({ text: 'done' });
    expect(lastIds()).toEqual(['a', 'b', 'b', 'b']);
  });

  it('D-40 is resumed no earlier than the server says', async () => {
    let atMs = 0;
    const called = script(
      (response) => {
        atMs = performance.now();
        sendEvents(response, 'id: 1\nretry: 600\ndata:\n\n').end();
      },
      (_rpc, response) => {
        atMs = performance.now() - atMs;
        sendEvents(response, result(called.id)).end();
      },
    );
    expect(await call()).toEqual({ text: 'done' });
    expect(atMs).toBeGreaterThan(590);
  });

  it('D-40 each of several calls is resumed behind its own event', async () => {
    const ids = new Map<unknown, unknown>();
    site.lies = {
      'tools/call': (rpc, response) => {
        ids.set(`e${String(rpc.id)}`, rpc.id);
        sendEvents(response, `retry: 1\nid: e${String(rpc.id)}\ndata:\n\n`).end();
      },
      GET: (_rpc, response, request) =>
        sendEvents(response, result(ids.get(request.headers['last-event-id']))).end(),
    };
    const tools = await open();
    const runs = Array.from({ length: 3 }, () => tools.tools[0]!.run('{}', never));
    expect(await Promise.all(runs)).toEqual(Array.from({ length: 3 }, () => ({ text: 'done' })));
    expect(new Set(lastIds()).size).toBe(3);
  });
});

describe('a stream that is not resumed', () => {
  it.each<[string, (response: ServerResponse) => unknown]>([
    ['has no id', (response) => sendEvents(response, 'retry: 1\n\n', ping).end()],
    ['takes its id back', (response) => sendEvents(response, 'id: 1\ndata:\n\n', 'id\ndata:\n\n').end()],
    ['has half an id', (response) => sendEvents(response, 'id: 1').end()],
    ['has an id with a zero', (response) => sendEvents(response, 'id: 1\0\ndata:\n\n').end()],
    [
      'wants more time than there is',
      (response) => sendEvents(response, 'id: 1\nretry: 999999\ndata:\n\n').end(),
    ],
  ])('D-40 %s: the model is told', async (_name, ending) => {
    script(ending);
    expect(await call()).toEqual(BROKE_OFF);
    expect(resumptions()).toEqual([]);
  });

  it.each<[string, McpResponder, number]>([
    ['is declined', (_rpc, response) => response.writeHead(405).end(), 1],
    ['is forgotten', (_rpc, response) => response.writeHead(404).end(), 1],
    ['is no stream', (_rpc, response) => response.setHeader('content-type', 'application/json').end('{}'), 1],
    ['is redirected', (_rpc, response) => response.writeHead(307, { location: site.url }).end(), 1],
    ['fails and fails', (_rpc, response) => response.writeHead(500).end(), 3],
  ])('D-40 %s: the model is told, and the call is not made again', async (_name, reply, times) => {
    script((response) => sendEvents(response, 'retry: 1\nid: 1\ndata:\n\n').end(), reply);
    expect(await call()).toEqual(BROKE_OFF);
    expect(resumptions()).toHaveLength(times);
    expect(site.seen.filter(({ method }) => method === 'tools/call')).toHaveLength(1);
  });

  it('D-40 has sent more than it may in all', async () => {
    const noise = `id: 1\n: ${'x'.repeat(30_000)}\n\n`;
    const sends: McpResponder = (_rpc, response) => sendEvents(response, noise).end();
    script((response) => sendEvents(response, 'retry: 1\n\n', noise).end(), sends);
    expect(await call(open({}, bench({ tools: { mcp: { max_bytes: 100_000 } } })))).toEqual(BROKE_OFF);
    expect(resumptions()).toHaveLength(3);
  });

  it('D-40 asks without end to be asked again at once: it is asked a few times a second, and no longer than a call takes', async () => {
    const again: McpResponder = (_rpc, response) => sendEvents(response, 'id: 2\nretry: 0\ndata:\n\n').end();
    script((response) => sendEvents(response, 'retry: 0\nid: 1\ndata:\n\n').end(), again);
    expect(await call(open({}, bench({ tools: { mcp: { call_timeout_s: 2 } } })))).toMatchObject({
      isError: true,
    });
    const asked = resumptions().length;
    expect(asked).toBeGreaterThan(0);
    expect(asked).toBeLessThan(11);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(resumptions()).toHaveLength(asked);
  });

  it('D-40 belongs to a caller who has left', async () => {
    const ended = Promise.withResolvers<void>();
    script((response) => sendEvents(response, 'id: 1\nretry: 300\ndata:\n\n').end(ended.resolve));
    const tools = await open();
    const leaving = new AbortController();
    const left = tools.tools[0]!.run('{}', leaving.signal).catch(({ message }: Error) => message);
    await ended.promise;
    leaving.abort(new Error('left'));
    expect(await left).toBe('left');
    tools.close();
    await expect.poll(() => site.seen.at(-1)?.http).toBe('DELETE');
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(resumptions()).toEqual([]);
  });
});

import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  scriptedMcpSite,
  sendGreeting,
  sendJson,
  sendResult,
  type McpResponder,
  type ScriptedMcpSite,
} from '#test-kit';
import { McpBench } from '../test-support/mcp-bench.ts';
import { never } from '../test-support/tool-bench.ts';

let site: ScriptedMcpSite;
const mcp = new McpBench(() => site.url);
const { bench, open, refusal, call } = mcp;

beforeAll(async () => (site = await scriptedMcpSite()));
afterEach(() => {
  mcp.close();
  site.lies = {};
  site.seen.length = 0;
});
afterAll(() => site.close());

const DONE = { content: [{ type: 'text', text: 'done' }] };

function rpcError(response: ServerResponse, status: number, message: string): void {
  response.statusCode = status;
  sendJson(response, { jsonrpc: '2.0', id: null, error: { code: -32_000, message } });
}

const asked = (method: string) => site.seen.filter((one) => one.method === method);
const sessionsOf = (method: string) => asked(method).map(({ headers }) => headers['mcp-session-id']);

/** A server with sessions `s1`, `s2` and so on, of which only the last one is known. */
function withSessions(refuse: McpResponder, { forgets = 'tools/call', opens = true } = {}): void {
  let last = 0;
  let hasForgotten = false;
  const known =
    (reply: McpResponder): McpResponder =>
    (rpc, response, request) => {
      if (rpc.method === forgets && !hasForgotten) {
        hasForgotten = true;
        last++;
      }
      const isOwn = request.headers['mcp-session-id'] === `s${last}`;
      return (isOwn ? reply : refuse)(rpc, response, request);
    };
  site.lies = {
    initialize: (rpc, response) => {
      const isOpen = opens || !hasForgotten;
      if (!hasForgotten) last++;
      response.setHeader('mcp-session-id', `s${last}`);
      if (isOpen) sendGreeting(rpc, response);
      else response.writeHead(500).end();
    },
    'notifications/initialized': known((_rpc, response) => response.writeHead(202).end()),
    'tools/list': known((rpc, response) =>
      sendResult(rpc, response, { tools: [{ name: 'do', inputSchema: { type: 'object' } }] }),
    ),
    'tools/call': known((rpc, response) => sendResult(rpc, response, DONE)),
    DELETE: (_rpc, response) => response.writeHead(200).end(),
  };
}

const NOT_FOUND: McpResponder = (_rpc, response) => response.writeHead(404).end();
const WAYS: readonly [string, McpResponder][] = [
  ['404', NOT_FOUND],
  ['404 and an error', (_rpc, response) => rpcError(response, 404, 'Session not found')],
  [
    '404 and a page',
    (_rpc, response) => response.setHeader('content-type', 'text/html').writeHead(404).end('<p>'),
  ],
  [
    '400 and a session',
    (_rpc, response) => rpcError(response, 400, 'Bad Request: No valid session ID provided'),
  ],
];

describe('a session that the server has forgotten', () => {
  it.each(WAYS)('D-40 is opened again, and the call made once more: %s', async (_name, refuse) => {
    withSessions(refuse);
    expect(await call()).toEqual({ text: 'done' });
    expect(sessionsOf('initialize')).toEqual([undefined, undefined]);
    expect(sessionsOf('tools/call')).toEqual(['s1', 's2']);
    expect(asked('tools/list')).toHaveLength(1);
  });

  it.each(['tools/list', 'notifications/initialized'])(
    'D-40 is opened again ahead of the first call: %s',
    async (forgets) => {
      withSessions(NOT_FOUND, { forgets });
      expect((await open()).tools).toHaveLength(1);
      expect(asked('initialize')).toHaveLength(2);
    },
  );

  it('D-40 is opened again where the server gave it no id', async () => {
    let calls = 0;
    site.lies = {
      'tools/call': (rpc, response, request) =>
        calls++ === 0 ? NOT_FOUND(rpc, response, request) : sendResult(rpc, response, DONE),
    };
    expect(await call()).toEqual({ text: 'done' });
    expect(asked('initialize')).toHaveLength(2);
  });

  it('D-40 is opened again once for calls that find it gone together, and again for a later one', async () => {
    withSessions(NOT_FOUND);
    const tools = await open();
    const run = () => tools.tools[0]!.run('{}', never);
    expect(await Promise.all([run(), run(), run()])).toEqual(
      Array.from({ length: 3 }, () => ({ text: 'done' })),
    );
    expect(asked('initialize')).toHaveLength(2);
    expect(sessionsOf('tools/call').filter((id) => id === 's2')).toHaveLength(3);
    withSessions(NOT_FOUND);
    expect(await run()).toEqual({ text: 'done' });
    expect(asked('initialize')).toHaveLength(3);
  });

  it('D-40 is ended with the reply, and the one before it is not', async () => {
    withSessions(NOT_FOUND);
    const tools = await open();
    await tools.tools[0]!.run('{}', never);
    tools.close();
    await expect.poll(() => sessionsOf('DELETE')).toEqual(['s2']);
  });
});

describe('a call that is not made again', () => {
  const MISBEHAVED = { text: 'The server of the tool did not answer as it should.', isError: true };

  it('D-40 has been made twice: the model is told', async () => {
    site.lies = { 'tools/call': NOT_FOUND };
    expect(await call()).toEqual(MISBEHAVED);
    expect([asked('initialize'), asked('tools/call')].map(({ length }) => length)).toEqual([2, 2]);
  });

  it('D-40 finds no new session: the model is told, and the next call tries again', async () => {
    withSessions(NOT_FOUND, { opens: false });
    const tools = await open();
    for (const attempts of [2, 3]) {
      expect(await tools.tools[0]!.run('{}', never)).toEqual(MISBEHAVED);
      expect(asked('initialize')).toHaveLength(attempts);
    }
    expect(asked('tools/call')).toHaveLength(2);
  });

  it.each<[string, McpResponder]>([
    ['400 without a session', (_rpc, response) => rpcError(response, 400, 'a must be a number')],
    ['410', (_rpc, response) => response.writeHead(410).end()],
    ['500', (_rpc, response) => rpcError(response, 500, 'no session')],
    [
      'an error of the tool',
      (rpc, response) =>
        sendJson(response, { jsonrpc: '2.0', id: rpc.id, error: { code: -32_001, message: 'no session' } }),
    ],
  ])('D-40 is refused with %s', async (_name, refuse) => {
    withSessions(refuse);
    site.lies['tools/call'] = refuse;
    expect(await call()).toMatchObject({ isError: true });
    expect([asked('initialize'), asked('tools/call')].map(({ length }) => length)).toEqual([1, 1]);
  });

  it('D-40 is for a server that has lost its session a second time while it is opened: 502', async () => {
    withSessions(NOT_FOUND);
    site.lies['tools/list'] = NOT_FOUND;
    expect((await refusal({}, bench())).code).toBe('upstream_unavailable');
    expect(asked('initialize')).toHaveLength(2);
  });
});

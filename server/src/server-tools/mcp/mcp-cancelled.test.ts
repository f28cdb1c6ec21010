import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
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
let callIds: unknown[] = [];
const mcp = new McpBench(() => site.url);
const { bench, open } = mcp;

beforeAll(async () => (site = await scriptedMcpSite()));
afterEach(() => {
  mcp.close();
  site.lies = {};
  site.seen.length = 0;
  callIds = [];
});
afterAll(() => site.close());

const hang = (reply: McpResponder): void => {
  site.lies = {
    initialize: (rpc, response) => {
      response.setHeader('mcp-session-id', 'mine');
      sendGreeting(rpc, response);
    },
    'tools/call': (rpc, response, request) => {
      callIds.push(rpc.id);
      reply(rpc, response, request);
    },
    'notifications/cancelled': (_rpc, response) => response.writeHead(202).end(),
    DELETE: (_rpc, response) => response.writeHead(200).end(),
  };
};
const said = () => site.seen.slice(-2).map(({ http, method, params }) => [http, method, params?.requestId]);

describe.each<[string, McpResponder]>([
  ['answers nothing', () => undefined],
  ['streams', (_rpc, response) => sendEvents(response, ': working\n\n')],
])('a call of a server that %s', (_name, reply) => {
  it('D-40 is cancelled there when the caller leaves, ahead of the end of the session', async () => {
    hang(reply);
    const tools = await open();
    const leaving = new AbortController();
    const ended = tools.tools[0]!.run('{}', leaving.signal).catch(({ message }: Error) => message);
    await expect.poll(() => callIds).toHaveLength(1);
    leaving.abort(new Error('left'));
    expect(await ended).toBe('left');
    tools.close();
    await expect.poll(said).toEqual([
      ['POST', 'notifications/cancelled', callIds[0]],
      ['DELETE', 'DELETE', undefined],
    ]);
    expect(site.seen.at(-2)?.headers['mcp-session-id']).toBe('mine');
  });

  it('D-40 is cancelled there when the reply ends, each of several', async () => {
    hang(reply);
    const tools = await open();
    const ended = [1, 2].map(() => tools.tools[0]!.run('{}', never));
    await expect.poll(() => callIds).toHaveLength(2);
    tools.close();
    expect(await Promise.all(ended)).toMatchObject([{ isError: true }, { isError: true }]);
    await expect.poll(() => site.seen.at(-1)?.http).toBe('DELETE');
    const cancelled = site.seen.filter(({ method }) => method === 'notifications/cancelled');
    expect(new Set(cancelled.map(({ params }) => params?.requestId))).toEqual(new Set(callIds));
  });

  it('D-40 is cancelled there when it takes too long, and the reply goes on', async () => {
    hang(reply);
    const tools = await open({}, bench({ tools: { mcp: { call_timeout_s: 0.3 } } }));
    expect(await tools.tools[0]!.run('{}', never)).toMatchObject({ isError: true });
    await expect
      .poll(
        () => site.seen.at(-1)?.method === 'notifications/cancelled' && site.seen.at(-1)?.params?.requestId,
      )
      .toBe(callIds[0]);
  });
});

it('D-40 a server that does not answer a cancellation does not keep the reply, and its session is ended', async () => {
  hang(() => undefined);
  site.lies['notifications/cancelled'] = (_rpc, response) => response.destroy();
  const tools = await open();
  const ended = tools.tools[0]!.run('{}', never);
  await expect.poll(() => callIds).toHaveLength(1);
  tools.close();
  expect(await ended).toMatchObject({ isError: true });
  await expect.poll(() => site.seen.at(-1)?.http).toBe('DELETE');
});

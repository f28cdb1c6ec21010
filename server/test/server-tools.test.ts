import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Message } from '@svc/contract';
import { MAIN_KEY, textReply, toolCalls } from '#test-kit';
import { askRefused, askStream, askWhole, body, MESSAGES } from './messages/ask.ts';
import { startToolsFixture, TOOL_USAGE as USAGE, type ToolsFixture } from './tools/tools-fixture.ts';

let fixture: ToolsFixture;
beforeAll(async () => {
  fixture = await startToolsFixture();
});
afterAll(() => fixture.stop());

const FETCH = { tools: [{ type: 'svc_web_fetch' }] };
const SEARCH = { tools: [{ type: 'svc_web_search' }] };
const ONLY_ECHO = { allowed_tools: ['echo'] };

it('MSG-14 MSG-50 D-41 fetches a page on the server, and the caller sees only the answer and the count', async () => {
  fixture.callThenReply('svc_web_fetch', { url: fixture.articleUrl });
  const message = await askWhole(fixture.service, FETCH);
  expect(message.content).toEqual([{ type: 'text', text: 'it is long' }]);
  expect(message.stop_reason).toBe('end_turn');
  expect(message.usage).toMatchObject({
    input_tokens: 60,
    output_tokens: 8,
    server_tool_use: { web_fetch_requests: 1 },
  });
  expect(fixture.lastMessages()).toContain('Sognefjord');
});

it('MSG-50 D-41 runs a search in a stream that contains nothing of the call', async () => {
  fixture.callThenReply('svc_web_search', { query: 'longest fjord' });
  const { message, events } = await askStream(fixture.service, SEARCH);
  expect(message!.content).toEqual([{ type: 'text', text: 'it is long' }]);
  expect(JSON.stringify(events)).not.toContain('svc_web_search');
  expect(message!.usage.server_tool_use).toEqual({ web_search_requests: 1 });
  expect(fixture.lastMessages()).toContain('https://example.com/fjords');
});

it('D-41 D-42 cites what a page supports as web_location', async () => {
  fixture.callThenReply(
    'svc_web_fetch',
    { url: fixture.articleUrl },
    'The Sognefjord is the longest.[[c0.0]]',
  );
  const message = await askWhole(fixture.service, FETCH);
  expect(message.content).toMatchObject([
    {
      type: 'text',
      text: 'The Sognefjord is the longest.',
      citations: [{ type: 'web_location', url: fixture.articleUrl }],
    },
  ]);
});

it('MSG-18 D-40 runs tools of an MCP server, with its token and under its name', async () => {
  fixture.callThenReply('site__echo', { text: 'hello' }, 'they said it');
  const message = await askWhole(fixture.service, fixture.servers(ONLY_ECHO));
  expect(message.content).toEqual([{ type: 'text', text: 'they said it' }]);
  expect(message.usage.server_tool_use).toEqual({ mcp_tool_calls: 1 });
  expect(fixture.lastMessages()).toContain('said hello');
  const offered = fixture.upstream.requests.at(-1)!.body['tools'] as { function: { name: string } }[];
  expect(offered.map((tool) => tool.function.name)).toEqual(['site__echo']);
  expect(fixture.service.logLines.join('')).not.toContain('let-me-in');
});

it('D-40 an unusable MCP server refuses the request before anything is generated', async () => {
  fixture.upstream.script(textReply('never'));
  const before = fixture.upstream.requests.length;
  expect(await askRefused(fixture.service, fixture.servers({ authorization_token: 'wrong' }))).toMatchObject({
    status: 502,
    code: 'upstream_unavailable',
  });
  expect(await askRefused(fixture.service, fixture.servers({ url: 'http://127.0.0.1:1/mcp' }))).toMatchObject(
    {
      status: 502,
      code: 'upstream_unavailable',
    },
  );
  expect(fixture.upstream.requests.length).toBe(before);
});

it.each([
  'http://169.254.169.254/latest',
  'http://[::1]:1/',
  'http://0x7f000002/',
  'file:///etc/passwd',
  'http://localhost:1/',
])('D-53 a model that is told to fetch %s gets a refusal as the tool result', async (url) => {
  fixture.callThenReply('svc_web_fetch', { url }, 'I could not');
  const message = await askWhole(fixture.service, FETCH);
  expect(message.content).toEqual([{ type: 'text', text: 'I could not' }]);
  expect(fixture.lastMessages()).not.toContain('Sognefjord');
});

it('D-40 pauses after twenty rounds', async () => {
  fixture.upstream.script(
    toolCalls([{ name: 'site__echo', arguments: '{"text":"again"}' }], { usage: USAGE }),
  );
  const before = fixture.upstream.requests.length;
  const message = await askWhole(fixture.service, fixture.servers(ONLY_ECHO));
  expect([message.stop_reason, fixture.upstream.requests.length - before]).toEqual(['pause', 20]);
  expect(message.usage.server_tool_use).toEqual({ mcp_tool_calls: 19 });
});

it('a caller who leaves during a tool call ends it, and pays for what was generated', async () => {
  fixture.upstream.script(toolCalls([{ name: 'site__wait', arguments: '{}' }], { usage: USAGE }));
  const leaving = new AbortController();
  const asked = fetch(`http://127.0.0.1:${fixture.service.port}${MESSAGES}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${MAIN_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify(body({ metadata: { left: 'yes' }, ...fixture.servers() })),
    signal: leaving.signal,
  });
  asked.catch(() => {});
  await expect.poll(() => fixture.mcp.waiting).toBe(1);
  leaving.abort();
  await expect.poll(() => fixture.mcp.waiting).toBe(0);
});

it('BILL-01 MSG-50 D-85 writes one record per answered request, with the tools that ran and their cost', async () => {
  fixture.callThenReply('svc_web_search', { query: 'longest fjord' });
  const message: Message = await askWhole(fixture.service, { ...SEARCH, metadata: { priced: 'yes' } });
  expect(message.usage.input_tokens).toBe(60);
  const records = await fixture.service.stopAndReadUsage();
  const priced = records.filter(({ metadata }) => (metadata as { priced?: string } | null)?.priced === 'yes');
  expect(priced).toMatchObject([
    { server_tool_use: { web_search: 1 }, input_tokens: 60, output_tokens: 8, outcome: 'completed' },
  ]);
  const left = records.filter(({ metadata }) => (metadata as { left?: string } | null)?.left === 'yes');
  expect(left).toMatchObject([{ server_tool_use: { mcp: 1 }, input_tokens: 30, outcome: 'client_closed' }]);
  // Refused requests have none.
  expect(records.every(({ input_tokens: tokens }) => tokens > 0)).toBe(true);
});

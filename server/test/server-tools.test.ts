import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Message } from '@svc/contract';
import {
  httpSite,
  MAIN_KEY,
  mcpSite,
  oneOrganization,
  startRunningService,
  startScriptedUpstream,
  textReply,
  toolCalls,
  type McpSite,
  type RunningService,
  type ScriptedRequest,
  type ScriptedUpstream,
  type TestSite,
} from '#test-kit';
import { ableModel, askRefused, askStream, askWhole, body, MESSAGES } from './messages/ask.ts';

const ARTICLE =
  '<html><head><title>Fjords</title></head><body><article><h1>Fjords</h1>' +
  '<p>The longest fjord of Norway is the Sognefjord, and it is two hundred and five kilometres long.</p></article></body></html>';

let upstream: ScriptedUpstream;
let service: RunningService;
let web: TestSite;
let mcp: McpSite;

function deployment(): unknown {
  const known = ableModel(upstream.baseUrl, {
    network: { allow_private_targets: ['127.0.0.1'] },
    tools: { web_search: { type: 'searxng', base_url: `http://127.0.0.1:${web.port}` }, prices: { web_search: '0.01' } },
  }) as { models: { capabilities: object }[] };
  const models = known.models.map((model) => ({
    ...model,
    capabilities: { ...model.capabilities, citations: true, server_tools: ['svc_web_search', 'svc_web_fetch'] },
  }));
  return { ...known, models };
}

beforeAll(async () => {
  upstream = await startScriptedUpstream();
  web = await httpSite((request, response) => {
    if (request.url?.startsWith('/search')) {
      const results = [{ url: 'https://example.com/fjords', title: 'Fjords', content: 'The Sognefjord is the longest.' }];
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ results }));
    } else if (request.url === '/robots.txt') response.writeHead(404).end();
    else if (request.url === '/fjords') response.setHeader('content-type', 'text/html').end(ARTICLE);
    else response.writeHead(404).end();
  });
  mcp = await mcpSite('stateless', 'let-me-in');
  // A plan that is used up at once, so that credits pay for tools.
  const { organizations } = oneOrganization() as { organizations: object[] };
  const credits = { enabled: true, balance_usd: '100.00' };
  service = await startRunningService({
    deployment: deployment(),
    provisioning: { organizations: organizations.map((organization) => ({ ...organization, credits })) },
  });
});
afterAll(async () => {
  await service.stop();
  await Promise.all([upstream.close(), web.close(), mcp.close()]);
});

const USAGE = { prompt_tokens: 30, completion_tokens: 4 };

/** One call of a tool, and then an answer. */
function callThenAnswer(name: string, input: object, answer = 'it is long'): void {
  upstream.script(({ body: asked }: ScriptedRequest) =>
    JSON.stringify(asked['messages']).includes('"role":"tool"')
      ? textReply(answer, { usage: USAGE })
      : toolCalls([{ name, arguments: JSON.stringify(input) }], { usage: USAGE }),
  );
}

const lastMessages = (): string => JSON.stringify(upstream.requests.at(-1)!.body['messages']);
const FETCH = { tools: [{ type: 'svc_web_fetch' }] };
const SEARCH = { tools: [{ type: 'svc_web_search' }] };
const MCP = () => ({ mcp_servers: [{ name: 'site', url: mcp.url, authorization_token: 'let-me-in', allowed_tools: ['echo'] }] });

it('MSG-14 MSG-50 D-41 a page is fetched here, and the caller sees the answer and the count alone', async () => {
  callThenAnswer('svc_web_fetch', { url: `http://127.0.0.1:${web.port}/fjords` });
  const message = await askWhole(service, FETCH);
  expect(message.content).toEqual([{ type: 'text', text: 'it is long' }]);
  expect(message.stop_reason).toBe('end_turn');
  expect(message.usage).toMatchObject({ input_tokens: 60, output_tokens: 8, server_tool_use: { web_fetch_requests: 1 } });
  expect(lastMessages()).toContain('Sognefjord');
});

it('MSG-50 D-41 a search, streamed; nothing of the call is in the stream', async () => {
  callThenAnswer('svc_web_search', { query: 'longest fjord' });
  const { message, events } = await askStream(service, SEARCH);
  expect(message!.content).toEqual([{ type: 'text', text: 'it is long' }]);
  expect(JSON.stringify(events)).not.toContain('svc_web_search');
  expect(message!.usage.server_tool_use).toEqual({ web_search_requests: 1 });
  expect(lastMessages()).toContain('https://example.com/fjords');
});

it('D-41 D-42 what a page supports is cited as web_location', async () => {
  callThenAnswer('svc_web_fetch', { url: `http://127.0.0.1:${web.port}/fjords` }, 'The Sognefjord is the longest.[[c0.0]]');
  const message = await askWhole(service, FETCH);
  expect(message.content).toMatchObject([
    {
      type: 'text',
      text: 'The Sognefjord is the longest.',
      citations: [{ type: 'web_location', url: `http://127.0.0.1:${web.port}/fjords` }],
    },
  ]);
});

it('MSG-18 D-40 tools of an MCP server run here, with its token, under its name', async () => {
  callThenAnswer('site__echo', { text: 'hello' }, 'they said it');
  const message = await askWhole(service, MCP());
  expect(message.content).toEqual([{ type: 'text', text: 'they said it' }]);
  expect(message.usage.server_tool_use).toEqual({ mcp_tool_calls: 1 });
  expect(lastMessages()).toContain('said hello');
  const offered = upstream.requests.at(-1)!.body['tools'] as { function: { name: string } }[];
  expect(offered.map((tool) => tool.function.name)).toEqual(['site__echo']);
  expect(service.logLines.join('')).not.toContain('let-me-in');
});

it('D-40 an MCP server that cannot be used refuses the request before anything is generated', async () => {
  upstream.script(textReply('never'));
  const before = upstream.requests.length;
  const servers = (fields: object) => ({ mcp_servers: [{ name: 'site', url: mcp.url, ...fields }] });
  expect(await askRefused(service, servers({ authorization_token: 'wrong' }))).toMatchObject({ status: 502, code: 'upstream_unavailable' });
  expect(await askRefused(service, servers({ url: 'http://127.0.0.1:1/mcp' }))).toMatchObject({
    status: 502,
    code: 'upstream_unavailable',
  });
  expect(upstream.requests.length).toBe(before);
});

it.each(['http://169.254.169.254/latest', 'http://[::1]:1/', 'http://0x7f000002/', 'file:///etc/passwd', 'http://localhost:1/'])(
  'D-53 the model that is told to fetch %s learns that it may not',
  async (url) => {
    callThenAnswer('svc_web_fetch', { url }, 'I could not');
    const message = await askWhole(service, FETCH);
    expect(message.content).toEqual([{ type: 'text', text: 'I could not' }]);
    expect(lastMessages()).not.toContain('Sognefjord');
  },
);

it('D-40 pauses after twenty rounds', async () => {
  upstream.script(toolCalls([{ name: 'site__echo', arguments: '{"text":"again"}' }], { usage: USAGE }));
  const before = upstream.requests.length;
  const message = await askWhole(service, MCP());
  expect([message.stop_reason, upstream.requests.length - before]).toEqual(['pause', 20]);
  expect(message.usage.server_tool_use).toEqual({ mcp_tool_calls: 19 });
});

it('a caller that leaves while a tool runs ends the tool, and pays for what was generated', async () => {
  upstream.script(toolCalls([{ name: 'site__wait', arguments: '{}' }], { usage: USAGE }));
  const leaving = new AbortController();
  const asked = fetch(`http://127.0.0.1:${service.port}${MESSAGES}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${MAIN_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify(
      body({ metadata: { left: 'yes' }, mcp_servers: [{ name: 'site', url: mcp.url, authorization_token: 'let-me-in' }] }),
    ),
    signal: leaving.signal,
  });
  asked.catch(() => {});
  await expect.poll(() => mcp.waiting, { timeout: 10_000 }).toBe(1);
  leaving.abort();
  await expect.poll(() => mcp.waiting, { timeout: 10_000 }).toBe(0);
  await setTimeout(50);
});

it('BILL-01 MSG-50 D-85 one record for each answered request, with the tools that ran and what they cost', async () => {
  callThenAnswer('svc_web_search', { query: 'longest fjord' });
  const message: Message = await askWhole(service, { ...SEARCH, metadata: { priced: 'yes' } });
  expect(message.usage.input_tokens).toBe(60);
  const records = await service.stopAndReadUsage();
  const priced = records.filter(({ metadata }) => (metadata as { priced?: string } | null)?.priced === 'yes');
  expect(priced).toMatchObject([{ server_tool_use: { web_search: 1 }, input_tokens: 60, output_tokens: 8, outcome: 'completed' }]);
  const left = records.filter(({ metadata }) => (metadata as { left?: string } | null)?.left === 'yes');
  expect(left).toMatchObject([{ server_tool_use: { mcp: 1 }, input_tokens: 30, outcome: 'client_closed' }]);
  // Refused ones have none.
  expect(records.every(({ input_tokens: tokens }) => tokens > 0)).toBe(true);
});

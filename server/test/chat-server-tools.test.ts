import { afterAll, beforeAll, expect, it } from 'vitest';
import { CHAT_EXTENSIONS_BETA } from '@svc/contract';
import { MAIN_KEY, textReply, toolCalls } from '#test-kit';
import { askExtended, askStreamExtended, askWholeExtended, CHAT, refusedExtended } from './chat/extended.ts';
import { askRefused, body, MESSAGES } from './messages/ask.ts';
import { MCP_TOKEN, startToolsFixture, TOOL_USAGE, type ToolsFixture } from './tools/tools-fixture.ts';

let fixture: ToolsFixture;
beforeAll(async () => {
  fixture = await startToolsFixture({ limits: { compaction_trigger_min_tokens: 100 } });
});
afterAll(() => fixture.stop());

const FETCH = { tools: [{ type: 'svc_web_fetch' }] };
const SEARCH = { tools: [{ type: 'svc_web_search' }] };
const COUNTS = {
  prompt_tokens: 2 * TOOL_USAGE.prompt_tokens,
  completion_tokens: 2 * TOOL_USAGE.completion_tokens,
};

it('CHAT-84 D-34 D-41 fetches a page on the server, and chat shows only the answer, whole and streamed', async () => {
  fixture.callThenReply('svc_web_fetch', { url: fixture.articleUrl });
  const whole = await askWholeExtended(fixture.service, FETCH);
  expect(whole.choices[0]).toEqual({
    index: 0,
    message: { role: 'assistant', content: 'it is long' },
    finish_reason: 'stop',
  });
  expect(whole.usage).toMatchObject(COUNTS);
  expect(fixture.lastMessages()).toContain('Sognefjord');
  const chunks = await askStreamExtended(fixture.service, FETCH);
  expect(chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('')).toBe('it is long');
  expect(JSON.stringify(chunks)).not.toContain('svc_web');
  expect(chunks.at(-1)!.usage).toMatchObject(COUNTS);
});

it('CHAT-88 CHAT-84 D-34 D-41 annotates what a page supports with its address', async () => {
  fixture.callThenReply(
    'svc_web_fetch',
    { url: fixture.articleUrl },
    'The Sognefjord 🌊 is the longest.[[c0.0]]',
  );
  const annotation = {
    type: 'url_citation',
    url_citation: { url: fixture.articleUrl, title: 'Fjords', start_index: 0, end_index: 32 },
  };
  const [choice] = (await askWholeExtended(fixture.service, FETCH)).choices;
  expect(choice!.message).toMatchObject({
    content: 'The Sognefjord 🌊 is the longest.',
    annotations: [annotation],
  });
  const deltas = (await askStreamExtended(fixture.service, FETCH)).flatMap(({ choices }) =>
    choices.map(({ delta }) => delta),
  );
  expect(deltas.filter((delta) => 'annotations' in delta)).toEqual([{ annotations: [annotation] }]);
});

it('CHAT-84 D-40 runs tools of an MCP server, and leaves functions of the caller to the caller', async () => {
  fixture.callThenReply('site__echo', { text: 'hello' }, 'they said it');
  const { choices } = await askWholeExtended(fixture.service, fixture.servers());
  expect(choices[0]!.message).toEqual({ role: 'assistant', content: 'they said it' });
  expect(fixture.lastMessages()).toContain('said hello');
  fixture.upstream.script(toolCalls([{ name: 'mine', arguments: '{}' }], { usage: TOOL_USAGE }));
  const own = { ...fixture.servers(), tools: [{ type: 'function', function: { name: 'mine' } }] };
  const called = (await askWholeExtended(fixture.service, own)).choices[0]!;
  expect([called.finish_reason, called.message.tool_calls]).toMatchObject([
    'tool_calls',
    [{ function: { name: 'mine' } }],
  ]);
});

it('CHAT-86 D-35 D-40 a reply that stops after the last round has finish reason pause', async () => {
  fixture.upstream.script(
    toolCalls([{ name: 'site__echo', arguments: '{"text":"again"}' }], { usage: TOOL_USAGE }),
  );
  const { choices } = await askWholeExtended(fixture.service, fixture.servers());
  expect(choices[0]!.finish_reason).toBe('pause');
  const streamed = await askStreamExtended(fixture.service, fixture.servers());
  expect(streamed.at(-2)!.choices[0]!.finish_reason).toBe('pause');
});

it('CHAT-84 D-39 clears old tool results on chat, and refuses compaction by name', async () => {
  fixture.upstream.script(textReply('ok'));
  const round = (id: string): object[] => [
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id, type: 'function', function: { name: 'f', arguments: '{}' } }],
    },
    { role: 'tool', tool_call_id: id, content: `${id} ${'word '.repeat(400)}` },
  ];
  const messages = [{ role: 'user', content: 'go' }, ...round('c1'), ...round('c2')];
  const edit = { trigger: { type: 'input_tokens', value: 200 } };
  const managed = (type: string, more = {}) => ({
    context_management: { edits: [{ type, ...edit, ...more }] },
  });
  await askWholeExtended(fixture.service, { messages, ...managed('clear_tool_results', { keep: 1 }) });
  expect(['c1 word', 'c2 word'].map((text) => fixture.lastMessages().includes(text))).toEqual([false, true]);
  expect(await refusedExtended(fixture.service, { messages, ...managed('compact') })).toBe(
    '400 unsupported_parameter context_management',
  );
});

it('MSG-69 CHAT-83 D-40 refuses unusable MCP servers on chat as on messages', async () => {
  const refused = (fields: object) => refusedExtended(fixture.service, fixture.servers(fields));
  expect(await refused({ url: 'https://10.0.0.1/' })).toBe('400 invalid_request mcp_servers[0].url');
  expect(await refused({ tunnel_id: 'tnl_1' })).toBe('400 beta_required svc-beta');
  const flags = `${CHAT_EXTENSIONS_BETA},mcp-tunnels-2026-12-01`;
  expect(await refusedExtended(fixture.service, fixture.servers({ tunnel_id: 'tnl_1' }), CHAT, flags)).toBe(
    '404 tunnel_not_found mcp_servers[0].tunnel_id',
  );
  expect(await refused({ allowed_tools: [] })).toBe('400 invalid_request mcp_servers[0].allowed_tools');
});

it('MSG-70 D-40 a host that the operator did not allow gets 403 in both APIs, before any connection or generation', async () => {
  const closed = await startToolsFixture({ tools: { mcp: { allowed_hosts: ['mcp.example.com'] } } });
  const refusal = { status: 403, code: 'mcp_server_not_allowed', param: null };
  expect(await askRefused(closed.service, closed.servers())).toEqual(refusal);
  expect(await askRefused(closed.service, { ...closed.servers(), stream: true })).toEqual(refusal);
  expect(await refusedExtended(closed.service, closed.servers())).toBe('403 mcp_server_not_allowed null');
  expect([closed.mcp.requests.length, closed.upstream.requests.length]).toEqual([0, 0]);
  expect(await closed.service.stopAndReadUsage()).toEqual([]);
  await closed.stop();
});

it('BILL-11 ERR-05 no refusal, header or response in either API contains anything from a server', async () => {
  fixture.upstream.script(textReply('never'));
  const before = fixture.upstream.requests.length;
  const markers = [
    ':1/mcp',
    String(fixture.mcp.port),
    '127.0.0.1',
    'no such token',
    'wrong-token',
    'ECONNREFUSED',
    MCP_TOKEN,
    'site',
  ];
  for (const fields of [{ authorization_token: 'wrong-token' }, { url: 'http://127.0.0.1:1/mcp' }]) {
    for (const response of [
      await askExtended(fixture.service, { stream: false, ...fixture.servers(fields) }),
      await askExtended(fixture.service, fixture.servers(fields)),
      await fixture.service.post(MESSAGES, MAIN_KEY, body(fixture.servers(fields))),
      await fixture.service.post(MESSAGES, MAIN_KEY, body({ ...fixture.servers(fields), stream: true })),
    ]) {
      const said = JSON.stringify([...response.headers]) + (await response.text());
      expect([response.status, said.includes('upstream_unavailable')]).toEqual([502, true]);
      for (const marker of markers) expect(said).not.toContain(marker);
    }
  }
  expect(fixture.upstream.requests.length).toBe(before);
  // The error text of a tool is for the model; the caller sees the answer.
  fixture.callThenReply('site__throw', {}, 'it broke');
  const whole = JSON.stringify(await askWholeExtended(fixture.service, fixture.servers()));
  expect(whole).toContain('it broke');
  for (const marker of ['thrown inside', ...markers]) expect(whole).not.toContain(marker);
  expect(fixture.service.logLines.join('')).not.toMatch(/let-me-in|wrong-token|thrown inside|no such token/);
});

it('BILL-01 D-34 D-41 writes one record per answered chat call, with the tools that ran', async () => {
  fixture.callThenReply('svc_web_search', { query: 'longest fjord' });
  await askWholeExtended(fixture.service, { ...SEARCH, metadata: { priced: 'yes' } });
  const records = await fixture.service.stopAndReadUsage();
  const priced = records.filter(({ metadata }) => (metadata as { priced?: string } | null)?.priced === 'yes');
  expect(priced).toMatchObject([
    {
      endpoint: CHAT,
      server_tool_use: { web_search: 1 },
      input_tokens: 60,
      output_tokens: 8,
      outcome: 'completed',
      estimated: false,
    },
  ]);
});

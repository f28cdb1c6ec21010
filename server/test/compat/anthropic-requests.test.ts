import { describe, expect, it } from 'vitest';
import { textReply } from '#test-kit';
import { type Fields, ask, askWhole } from './anthropic-fixture.ts';
import { user, assistant, text, tool, use, result, image } from './anthropic-parts.ts';
import { withAnthropic } from './with-anthropic.ts';

const anthropic = withAnthropic();
const { sent, messagesSent, refused } = anthropic;

describe('fields', () => {
  it('COMPA-02 honours what changes the answer', async () => {
    const schema = { type: 'object', properties: { a: { type: 'number' } } };
    const body = await sent({
      max_tokens: 7,
      system: 'Be brief.',
      stop_sequences: ['END'],
      temperature: 0.2,
      top_p: 0.5,
      top_k: 4,
      tools: [tool('f', { description: 'F.', input_schema: schema, type: 'custom' }), tool('g')],
      tool_choice: { type: 'any', disable_parallel_tool_use: true },
    });
    expect(body).toMatchObject({
      max_tokens: 7,
      temperature: 0.2,
      top_p: 0.5,
      top_k: 4,
      tools: [
        { type: 'function', function: { name: 'f', description: 'F.', parameters: schema } },
        { type: 'function', function: { name: 'g' } },
      ],
      tool_choice: 'required',
      parallel_tool_calls: false,
    });
    expect((body['messages'] as unknown[])[1]).toEqual({ role: 'system', content: 'Be brief.' });
    const named = { tools: [tool('f'), tool('g')], tool_choice: { type: 'tool', name: 'g' } };
    expect(await sent(named)).toMatchObject({ tool_choice: { type: 'function', function: { name: 'g' } } });
    expect(await sent({ ...named, tool_choice: { type: 'none' } })).toMatchObject({ tool_choice: 'none' });
  });

  it('COMPA-02 COMPE-07 refuses what is malformed, and names it', async () => {
    for (const [fields, path] of [
      [{ max_tokens: undefined }, 'max_tokens'],
      [{ max_tokens: 0 }, 'max_tokens'],
      [{ temperature: 1.5 }, 'temperature'],
      [{ stop_sequences: Array.from({ length: 100 }, () => 'x') }, 'stop_sequences'],
      [{ tool_choice: { type: 'tool', name: 'f' } }, 'tool_choice.name'],
      [{ tool_choice: { type: 'any' } }, 'tool_choice'],
      [{ tools: [tool('')] }, 'tools[0].name'],
      [{ messages: [] }, 'messages'],
      [{ messages: [{ role: 'tool', content: 'x' }] }, 'messages[0].role'],
      [{ messages: [user([{ type: 'video' }])] }, 'messages[0].content[0]'],
      [{ messages: [assistant('')] }, 'messages'],
      [{ thinking: { type: 'much' } }, 'thinking.type'],
      [{ output_config: { format: { type: 'xml' } } }, 'output_config.format.type'],
      [{ output_format: { type: 'json_schema', schema: 1 } }, 'output_format.schema'],
    ] as const) {
      const refusal = await refused(fields);
      expect(refusal).toMatch(/^400 invalid_request_error /);
      expect(refusal).toContain(path);
    }
  });

  it('COMPA-03 COMPG-04 COMPG-05 ignores other fields, at any depth, and what says nothing', async () => {
    const plain = await sent({});
    const cache = { cache_control: { type: 'ephemeral' } };
    for (const fields of [
      { cache_control: { type: 'ephemeral' }, service_tier: 'auto', inference_geo: 'eu', speed: 'fast' },
      { container: null, mcp_servers: [], thread: null, betas: ['x'], foo: { bar: [1] }, system: [] },
      { tools: [], tool_choice: {}, stop_sequences: null, metadata: {}, output_config: {}, thinking: null },
      {
        context_management: {
          edits: [{ type: 'clear_thinking_20251015', keep: 'all' }, { type: 'clear_tool_uses_20250919' }],
        },
      },
      { messages: [user([{ ...text('Hi'), ...cache, citations: [] }])] },
    ])
      expect(await sent(fields)).toEqual(plain);
    const bare = await sent({ tools: [tool('f')] });
    const flags = { defer_loading: true, eager_input_streaming: true, input_examples: [{}], ...cache };
    expect(await sent({ tools: [tool('f', { ...flags, allowed_callers: ['direct'] })] })).toEqual(bare);
    const response = await ask(
      anthropic.service,
      {},
      { 'anthropic-version': 'x', 'anthropic-beta': 'a,b', 'svc-beta': 'y' },
    );
    expect(response.status).toBe(200);
  });

  it('COMPA-04 leaves out the block that changes with every call', async () => {
    const billing = text('x-anthropic-billing-header: cc_version=2.1; cch=abc;');
    const [system] = await messagesSent({ system: [billing, text('One.'), text('Two.')] });
    expect(system).toEqual({ role: 'system', content: 'One.\n\nTwo.' });
  });

  it('COMPA-05 refuses threads so that clients send the conversation, before anything else', async () => {
    const response = await ask(anthropic.service, { thread: { type: 'create' }, messages: 'wrong' });
    expect([response.status, await response.json()]).toMatchObject([
      400,
      {
        type: 'error',
        error: {
          type: 'invalid_request_error',
          details: { error_code: 'thread_unsupported_request', unsupported: ['thread'] },
        },
      },
    ]);
  });

  it('COMPA-06 refuses by name what would make another answer', async () => {
    const tools = ['code_execution_20250825', 'computer_20250124', 'bash_20250124', 'mcp_toolset'];
    for (const [fields, path] of [
      [{ mcp_servers: [{ name: 'm', url: 'https://m.example' }] }, 'mcp_servers'],
      [{ container: 'c' }, 'container'],
      [{ context_management: { edits: [{ type: 'compact_20260112' }] } }, 'context_management.edits[0].type'],
      ...[...tools, 'text_editor_20250728', 'memory_20250818'].map(
        (type) => [{ tools: [{ type, name: 'x' }] }, 'tools[0].type'] as const,
      ),
    ] as const) {
      const refusal = await refused(fields);
      expect(refusal).toMatch(/^400 invalid_request_error /);
      expect(refusal).toContain(path);
    }
    const search = { type: 'tool_search_tool_regex_20251119', name: 'tool_search_tool_regex' };
    expect(await sent({ tools: [search, tool('f')] })).toEqual(await sent({ tools: [tool('f')] }));
  });
});

describe('options', () => {
  it('COMPA-10 COMPG-08 reads how much to think', async () => {
    const effortOf = async (fields: Fields): Promise<unknown> =>
      (await sent({ max_tokens: 8000, ...fields }))['reasoning_effort'];
    const adaptive = { type: 'adaptive' };
    const efforts = [];
    for (const effort of ['low', 'medium', 'high', 'xhigh', 'max', undefined])
      efforts.push(await effortOf({ thinking: adaptive, output_config: { effort } }));
    expect(efforts).toEqual(['low', 'medium', 'high', 'high', 'high', 'medium']);
    for (const type of ['disabled', 'between_tools'])
      expect(await effortOf({ thinking: { type }, output_config: { effort: 'high' } })).toBeUndefined();
    expect(await effortOf({ output_config: { effort: 'high' } })).toBeUndefined();
    const budget = { type: 'enabled', budget_tokens: 32_000, display: 'summarized' };
    expect(await effortOf({ thinking: budget })).toBeDefined();
    expect(await effortOf({ thinking: { type: 'enabled', budget_tokens: 100 } })).toBe('low');
    expect(await effortOf({ thinking: budget, max_tokens: 500 })).toBe('low');
    // Together with thinking it is nothing that could be honoured.
    expect(await sent({ thinking: adaptive, temperature: 1 })).not.toHaveProperty('temperature');
  });

  it('COMPA-02 asks for JSON of a schema, as strictly as it can be followed', async () => {
    const schema = (additionalProperties: boolean) => ({
      type: 'object',
      properties: { a: { type: 'number' } },
      required: ['a'],
      additionalProperties,
    });
    const form = (open: boolean) => ({ type: 'json_schema', schema: schema(open) });
    anthropic.upstream.script(textReply('{"a":1}'));
    expect(await sent({ output_config: { format: form(false) } })).toMatchObject({
      response_format: { type: 'json_schema', json_schema: { name: 'output', schema: schema(false) } },
    });
    expect(await sent({ output_format: form(true) })).toHaveProperty('response_format');
  });

  it('COMPA-11 runs searches and fetches by our own tools, and refuses them where they are not there', async () => {
    const search = { type: 'web_search_20250305', name: 'web_search', max_uses: 8000 };
    const fetches = { type: 'web_fetch_20250910', name: 'web_fetch', allowed_domains: ['a.example'] };
    const chosen = { type: 'tool', name: 'web_search' };
    const body = await sent({ tools: [search, fetches], tool_choice: chosen });
    const names = (body['tools'] as { function: { name: string } }[]).map(({ function: fn }) => fn.name);
    expect(names.toSorted()).toEqual(['svc_web_fetch', 'svc_web_search']);
    expect(body['tool_choice']).toEqual({ type: 'function', function: { name: 'svc_web_search' } });
    expect(await refused({ model: 'Svc Mini', tools: [search] })).toMatch(
      /^400 invalid_request_error .*tools\[0\]\.type/,
    );
    expect(await refused({ tools: [{ ...search, allowed_domains: ['a b'] }] })).toContain('allowed_domains');
  });

  it('COMPG-07 COMPA-18 answers by aliases, and shows our own id', async () => {
    expect((await askWhole(anthropic.service, { model: 'claude-sonnet-4-5' })).model).toBe('Svc Standard');
    expect((await askWhole(anthropic.service, { model: 'claude-haiku-4-5-20251001' })).model).toBe(
      'Svc Standard',
    );
    expect((await askWhole(anthropic.service, { model: 'my-haiku' })).model).toBe('Svc Mini');
    expect(await refused({ model: 'gpt-4o' })).toMatch(/^404 not_found_error /);
    expect(await refused({ model: 'Svc Large' })).toMatch(/^403 permission_error /);
  });

  it('COMPG-09 leaves out what a model cannot do, and refuses by name what the answer depends on', async () => {
    const model = { model: 'Svc Mini' };
    const sampling = { temperature: 0, top_p: 1, top_k: 1 };
    expect(await sent({ ...model, ...sampling, thinking: { type: 'adaptive' } })).not.toMatchObject({
      temperature: 0,
    });
    for (const [fields, path] of [
      [{ tools: [tool('f')] }, 'tools'],
      [{ output_format: { type: 'json_schema', schema: {} } }, 'output_format'],
      [{ messages: [user([image])] }, 'messages[0].content[0]'],
    ] as const)
      expect(await refused({ ...model, ...fields })).toContain(path);
    const seen = await messagesSent({
      ...model,
      messages: [user('a'), assistant([use('toolu_1')]), user([result('toolu_1', [text('See.'), image])])],
    });
    expect(JSON.stringify(seen)).toContain('[image omitted: this model reads text only]');
  });

  it('COMPG-06 COMPG-08 COMPE-06 COMPE-09 takes long conversations, and says in known words when one is too long', async () => {
    expect(await sent({ max_tokens: 1_000_000 })).toMatchObject({ max_tokens: 16_384 });
    const messages = (count: number) => Array.from({ length: count }, () => user('x'));
    expect((await ask(anthropic.service, { messages: messages(2000) })).status).toBe(200);
    expect(await refused({ messages: messages(10_001) })).toMatch(/^400 invalid_request_error /);
    expect(await refused({ messages: [user('word '.repeat(600_000))] })).toMatch(
      /^400 invalid_request_error prompt is too long: \d+ tokens > \d+ maximum$/,
    );
  });
});

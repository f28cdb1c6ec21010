import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  MAIN_KEY,
  startScriptedUpstream,
  textReply,
  toolCalls,
  type RunningService,
  type ScriptedUpstream,
} from '#test-kit';
import { startToolsFixture } from '../tools/tools-fixture.ts';
import { startCompat } from './openai-fixture.ts';
import {
  askResponses,
  finalResponse,
  readResponseEvents,
  RESPONSES,
  responsesRefusal,
  sentForResponse,
  type ResponseBody,
} from './responses-fixture.ts';

let upstream: ScriptedUpstream;
let service: RunningService;
beforeAll(async () => {
  upstream = await startScriptedUpstream();
  service = await startCompat(upstream.baseUrl);
});
afterAll(async () => {
  await service.stop();
  await upstream.close();
});
beforeEach(() => upstream.script(textReply('Hello.')));

type Fields = Readonly<Record<string, unknown>>;
interface SentTool {
  readonly function: { readonly name: string; readonly description?: string; readonly parameters: unknown };
}
const PARAMETERS = { type: 'object', properties: { a: { type: 'number' } } };
const fn = (name: string, more: object = {}) => ({ type: 'function', name, parameters: PARAMETERS, ...more });
const refusal = (fields: Fields) => responsesRefusal(service, fields);
const sent = (fields: Fields) => sentForResponse(service, upstream, fields);
async function toolsSent(fields: Fields): Promise<SentTool['function'][]> {
  return (((await sent(fields))['tools'] ?? []) as SentTool[]).map((tool) => tool.function);
}
async function itemsFor(fields: Fields): Promise<ResponseBody['output']> {
  return ((await (await askResponses(service, fields)).json()) as ResponseBody).output;
}

describe('COMPR-07 tools', () => {
  it('of every type become functions, and those that nothing here has are left out or refused', async () => {
    const grammar = { type: 'grammar', syntax: 'lark', definition: 'start: "x"' };
    const tools = await toolsSent({
      tools: [
        fn('f', { strict: true, description: 'Does f.' }),
        { type: 'custom', name: 'patch', description: 'Edits.', format: grammar },
        { type: 'namespace', name: 'agents', description: 'All.', tools: [fn('spawn'), fn('wait')] },
        { type: 'web_search', external_web_access: true },
        { type: 'tool_search' },
      ],
    });
    expect(tools.map(({ name }) => name)).toEqual(['f', 'patch', 'agents__spawn', 'agents__wait']);
    expect(tools[1]).toMatchObject({
      description: 'Edits.\n\nThe input must match this grammar (lark):\nstart: "x"',
      parameters: { properties: { input: { type: 'string' } }, required: ['input'] },
    });
    for (const type of [
      'file_search',
      'code_interpreter',
      'computer_use_preview',
      'image_generation',
      'mcp',
      'local_shell',
      'shell',
      'apply_patch',
    ])
      expect(await refusal({ tools: [fn('f'), { type }] })).toBe(
        '400 invalid_request_error unsupported_value tools[1].type',
      );
  });

  it('of a namespace have names of their own, whatever else has them', async () => {
    const long = 'n'.repeat(60);
    const tools = await toolsSent({
      tools: [
        { type: 'namespace', name: 'a', tools: [fn('b')] },
        fn('a__b'),
        { type: 'namespace', name: long, tools: [fn('first'), fn('firth')] },
      ],
    });
    const names = tools.map(({ name }) => name);
    expect(names).toEqual(['a__b_2', 'a__b', `${long}__fi`, `${long}__`.slice(0, 62).padEnd(62) + '_2']);
    expect(names.every((name) => name.length <= 64)).toBe(true);
    upstream.script(toolCalls(names.map((name) => ({ name, arguments: '{}' }))));
    const items = await itemsFor({
      tools: [
        { type: 'namespace', name: 'a', tools: [fn('b')] },
        fn('a__b'),
        { type: 'namespace', name: long, tools: [fn('first'), fn('firth')] },
      ],
    });
    expect(items.map(({ name, namespace }) => [namespace, name])).toEqual([
      ['a', 'b'],
      [undefined, 'a__b'],
      [long, 'first'],
      [long, 'firth'],
    ]);
  });

  it('of items are added to the others, once', async () => {
    const additional = {
      type: 'additional_tools',
      role: 'developer',
      tools: [{ type: 'namespace', name: 'functions', tools: [{ type: 'custom', name: 'exec' }] }],
    };
    const input = [additional, { role: 'user', content: 'Hi' }, additional];
    const tools = await toolsSent({ input, tools: [fn('f')] });
    expect(tools.map(({ name }) => name)).toEqual(['f', 'functions__exec']);
  });

  it('are chosen by name, and only those that are allowed are shown', async () => {
    const tools = [
      fn('f'),
      { type: 'namespace', name: 'n', tools: [fn('g')] },
      { type: 'custom', name: 'c' },
    ];
    const chosen = async (tool_choice: unknown) => {
      const body = await sent({ tools, tool_choice });
      return [(body['tools'] as SentTool[]).map((tool) => tool.function.name), body['tool_choice']];
    };
    const named = (name: string) => ({ type: 'function', function: { name } });
    expect(await chosen({ type: 'function', name: 'f' })).toEqual([['f', 'n__g', 'c'], named('f')]);
    expect((await chosen({ type: 'custom', name: 'c' }))[1]).toEqual(named('c'));
    expect((await chosen({ type: 'function', name: 'g', namespace: 'n' }))[1]).toEqual(named('n__g'));
    const allowed = { type: 'allowed_tools', mode: 'required', tools: [{ type: 'custom', name: 'c' }] };
    expect(await chosen(allowed)).toEqual([['c'], 'required']);
    // Of what is no tool of the caller's there is nothing to choose.
    const others = [{ type: 'web_search' }, { type: 'image_generation' }, 'c', ...allowed.tools];
    expect(await chosen({ ...allowed, tools: others })).toEqual([['c'], 'required']);
    expect(await refusal({ tools, tool_choice: { type: 'function', name: 'x' } })).toContain('tool_choice');
    expect(await refusal({ tools, tool_choice: { type: 'file_search' } })).toContain(
      'unsupported_value tool_choice',
    );
    expect(await refusal({ tool_choice: 'required' })).toContain('invalid_request tool_choice');
    for (const some of [tools, tools.slice(0, 1)])
      expect(await refusal({ model: 'Svc Mini', tools: some })).toContain('unsupported_parameter tools');
    expect(await sent({ model: 'Svc Mini', tools: [] })).not.toHaveProperty('tools');
  });
});

it('COMPR-13 a custom call has the text of its input, or all that the model wrote', async () => {
  const tools = [{ type: 'custom', name: 'patch' }];
  const inputs = [];
  for (const written of ['{"input":"a\\nb"}', '{"other":1}', '*** Begin']) {
    upstream.script(toolCalls([{ name: 'patch', arguments: written }]));
    inputs.push((await itemsFor({ tools }))[0]!['input']);
    const response = await askResponses(service, { tools, stream: true });
    const events = readResponseEvents(await response.text());
    const deltas = events.filter(({ type }) => type === 'response.custom_tool_call_input.delta');
    expect(deltas.map(({ delta }) => delta)).toEqual([inputs.at(-1)]);
    expect(finalResponse(events).output[0]!['input']).toBe(inputs.at(-1));
  }
  expect(inputs).toEqual(['a\nb', '{"other":1}', '*** Begin']);
});

it.each([
  ['required', [fn('f'), { type: 'web_search' }], ['f'], 'required'],
  ['auto', [fn('f'), { type: 'web_search' }], ['f'], 'auto'],
  ['required', [{ type: 'web_search' }], [], undefined],
  ['auto', [{ type: 'web_search' }], [], undefined],
])(
  'a search that the model has not is left out, and the choice %s stays where a tool is left: %j',
  async (choice, tools, names, kept) => {
    const body = await sent({ tools, tool_choice: choice });
    expect(((body['tools'] ?? []) as SentTool[]).map((tool) => tool.function.name)).toEqual(names);
    expect(body['tool_choice'] ?? 'auto').toBe(kept ?? 'auto');
  },
);

it('COMPR-07 COMPR-11 searches the web where the model can, and cites what it found', async () => {
  const fixture = await startToolsFixture();
  try {
    fixture.callThenReply('svc_web_search', { query: 'longest fjord' }, 'It is the Sognefjord.[[c0.0]] Yes.');
    const post = (stream: boolean, type = 'web_search') =>
      fixture.service.post(RESPONSES, MAIN_KEY, {
        model: 'Svc Standard',
        input: 'Which fjord is the longest?',
        tools: [{ type, external_web_access: true, search_context_size: 'low' }],
        stream,
      });
    const whole = (await (await post(false, 'web_search_preview')).json()) as ResponseBody;
    const content = [
      {
        type: 'output_text',
        text: 'It is the Sognefjord. Yes.',
        annotations: [
          {
            type: 'url_citation',
            url: 'https://example.com/fjords',
            title: 'Fjords',
            start_index: 0,
            end_index: 21,
          },
        ],
        logprobs: [],
      },
    ];
    expect(whole.output).toMatchObject([{ type: 'message', content }]);
    const events = readResponseEvents(await (await post(true)).text());
    expect(finalResponse(events).output).toMatchObject([{ type: 'message', content }]);
    expect(events.filter(({ type }) => type === 'response.output_text.annotation.added')).toHaveLength(1);
    expect(events.filter(({ type }) => type === 'response.output_item.added')).toHaveLength(1);
  } finally {
    await fixture.stop();
  }
});

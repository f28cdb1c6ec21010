import { ApiError, MessagesRequest } from '@svc/contract';
import { describe, expect, it } from 'vitest';
import type { MessagesLimits } from './call-parts.ts';
import { parseMessagesRequest } from './parse-messages-request.ts';

const LIMITS: MessagesLimits = {
  turns: 500,
  images: 100,
  documents: 20,
  imageBytes: 10_485_760,
  stopSequences: 4,
  metadataEntries: 16,
  metadataKeyCharacters: 64,
  metadataValueCharacters: 512,
  endUserIdCharacters: 256,
  reasoningMinTokens: 1024,
};
const PNG = 'iVBORw0KGgoAAAANSUhEUgAA';
const GIF = `${Buffer.from('GIF89a').toString('base64')}AAAA`;
const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70, 73, 70, 0, 1]).toString('base64');
const WEBP = Buffer.from('RIFF\x10\x00\x00\x00WEBPVP8 ', 'latin1').toString('base64');

const user = (content: unknown) => ({ role: 'user', content });
const assistant = (content: unknown) => ({ role: 'assistant', content });
const text = (value: string) => ({ type: 'text', text: value });
const call = (id: string) => ({ type: 'tool_call', id, name: 'f', input: { b: 1, a: [null] } });
const result = (id: string, more: object = {}) => ({ type: 'tool_result', tool_call_id: id, ...more });
const image = (data = PNG, media_type = 'image/png') => ({ type: 'image', source: { type: 'base64', media_type, data } });
const tool = (name = 'f', more: object = {}) => ({ type: 'function', function: { name, ...more } });
const body = (fields: object = {}) => ({ model: 'm', messages: [user('x')], max_tokens: 2000, ...fields });
const withBlocks = (...content: unknown[]) => body({ messages: [user(content)] });
const times = (count: number, item: unknown) => Array.from({ length: count }, () => item);

const parse = (value: unknown, identity = '') => parseMessagesRequest(value, identity, LIMITS);

function refusal(value: unknown): string {
  try {
    parse(value);
  } catch (error) {
    if (error instanceof ApiError) return `${error.status} ${error.code} ${error.options.param ?? null}`;
    throw error;
  }
  return 'taken';
}

const REFUSED: readonly (readonly [rule: string, value: unknown, refusal: string])[] = [
  ['D-08', [], '400 messages_required messages'],
  ['D-08', 'text', '400 messages_required messages'],
  ['MSG-02 D-50', body({ model: undefined }), '400 invalid_request model'],
  ['MSG-02', body({ model: '' }), '400 invalid_request model'],
  ['MSG-02', body({ model: null }), '400 invalid_request model'],
  ['MSG-04 D-50', body({ messages: undefined }), '400 messages_required messages'],
  ['MSG-04', body({ messages: [] }), '400 messages_required messages'],
  ['MSG-04', body({ messages: {} }), '400 messages_required messages'],
  ['MSG-04', body({ messages: times(501, user('x')) }), '413 too_many_messages messages'],
  ['D-01 counts before fields', { messages: times(501, 1), foo: 1 }, '413 too_many_messages messages'],
  ['MSG-05 D-50', body({ messages: [user('a'), user('b')] }), '400 invalid_request messages[1].role'],
  ['MSG-05 D-50', body({ messages: [assistant('a')] }), '400 invalid_request messages[0].role'],
  ['MSG-05', body({ messages: [user('a'), assistant('b'), assistant('c')] }), '400 invalid_request messages[2].role'],
  ['MSG-06', body({ messages: [{ role: 'system', content: 'x' }] }), '400 invalid_request messages[0].role'],
  ['MSG-06', body({ messages: [1] }), '400 invalid_request messages[0]'],
  ['MSG-07', body({ max_tokens: undefined }), '400 max_tokens_required max_tokens'],
  ['MSG-07 D-09', body({ max_tokens: null }), '400 max_tokens_required max_tokens'],
  ['D-50', body({ max_tokens: 0 }), '400 invalid_request max_tokens'],
  ['D-50', body({ max_tokens: 1.5 }), '400 invalid_request max_tokens'],
  ['D-50', body({ max_tokens: '5' }), '400 invalid_request max_tokens'],
  ['MSG-10', body({ system: 5 }), '400 invalid_request system'],
  ['MSG-10', body({ system: [image()] }), '400 invalid_block_type system[0]'],
  ['MSG-10 D-50', body({ system: [text('')] }), '400 invalid_request system[0].text'],
  ['MSG-22', body({ system: [{ ...text('a'), cache: 1 }] }), '400 unknown_parameter system[0].cache'],
  ['MSG-11', body({ stream: 'yes' }), '400 invalid_request stream'],
  ['MSG-12', body({ stop_sequences: times(5, 'a') }), '400 invalid_request stop_sequences'],
  ['MSG-12 D-50', body({ stop_sequences: ['a', ''] }), '400 invalid_request stop_sequences[1]'],
  ['MSG-12', body({ stop_sequences: 'a' }), '400 invalid_request stop_sequences'],
  ['MSG-12', body({ stop_sequences: ['a'.repeat(4097)] }), '400 invalid_request stop_sequences[0]'],
  ['MSG-13 D-50', body({ temperature: 2.1 }), '400 invalid_request temperature'],
  ['MSG-13 D-50', body({ top_p: 0 }), '400 invalid_request top_p'],
  ['MSG-13 D-50', body({ top_k: 0.5 }), '400 invalid_request top_k'],
  ['MSG-13', body({ temperature: '1' }), '400 invalid_request temperature'],
  ['MSG-14', body({ tools: {} }), '400 invalid_request tools'],
  ['MSG-14', body({ tools: [{ type: 'other' }] }), '400 invalid_request tools[0].type'],
  ['MSG-14', body({ tools: [tool('')] }), '400 invalid_request tools[0].function.name'],
  ['MSG-14', body({ tools: [tool('f', { parameters: [] })] }), '400 invalid_request tools[0].function.parameters'],
  ['MSG-22 D-50', body({ tools: [tool('f', { foo: 1 })] }), '400 unknown_parameter tools[0].function.foo'],
  ['MSG-22 D-50', body({ tools: [{ ...tool(), foo: 1 }] }), '400 unknown_parameter tools[0].foo'],
  ['MSG-14 until built', body({ tools: [{ type: 'svc_web_search' }] }), '400 unsupported_parameter tools[0].type'],
  ['MSG-15', body({ tools: [tool()], tool_choice: 'auto' }), '400 invalid_request tool_choice'],
  ['MSG-15', body({ tools: [tool()], tool_choice: { type: 'function' } }), '400 invalid_request tool_choice'],
  ['MSG-15 D-50', body({ tools: [tool()], tool_choice: { type: 'tool', name: 'g' } }), '400 invalid_request tool_choice.name'],
  ['MSG-15', body({ tool_choice: { type: 'any' } }), '400 invalid_request tool_choice'],
  ['MSG-22', body({ tool_choice: { type: 'auto', x: 1 } }), '400 unknown_parameter tool_choice.x'],
  ['MSG-17', body({ parallel_tool_calls: 1 }), '400 invalid_request parallel_tool_calls'],
  ['D-37', body({ reasoning: true }), '400 invalid_request reasoning'],
  ['D-37', body({ reasoning: { effort: 'low', max_tokens: 1024 } }), '400 invalid_request reasoning'],
  ['D-37', body({ reasoning: { effort: 'huge' } }), '400 invalid_request reasoning.effort'],
  ['D-37', body({ reasoning: { max_tokens: 1023 } }), '400 invalid_request reasoning.max_tokens'],
  ['D-37', body({ reasoning: { max_tokens: 2000 } }), '400 invalid_request reasoning.max_tokens'],
  ['MSG-22', body({ reasoning: { depth: 1 } }), '400 unknown_parameter reasoning.depth'],
  ['MSG-19', body({ metadata: [] }), '400 invalid_request metadata'],
  ['MSG-19', body({ metadata: { a: 1 } }), '400 invalid_request metadata.a'],
  ['MSG-19', body({ metadata: { a: 'x'.repeat(513) } }), '400 invalid_request metadata.a'],
  ['D-55', body({ metadata: { ['k'.repeat(65)]: 'x' } }), '400 invalid_request metadata'],
  ['D-55', body({ metadata: { end_user_id: 'x'.repeat(257) } }), '400 invalid_request metadata.end_user_id'],
  ['MSG-19', body({ metadata: Object.fromEntries(Array.from({ length: 17 }, (_, i) => [`k${i}`, ''])) }), '400 invalid_request metadata'],
  ['MSG-22', body({ foo: 1 }), '400 unknown_parameter foo'],
  ['MSG-22', body({ seed: 1 }), '400 unknown_parameter seed'],
  ['MSG-22 D-50', body({ messages: [{ ...user('x'), name: 'a' }] }), '400 unknown_parameter messages[0].name'],
  ['MSG-22 D-50', withBlocks({ ...text('x'), foo: 1 }), '400 unknown_parameter messages[0].content[0].foo'],
  [
    'MSG-22 D-50',
    withBlocks({ type: 'image', source: { ...image().source, url: 'x' } }),
    '400 unknown_parameter messages[0].content[0].source.url',
  ],
  ['MSG-18 until built', body({ response_format: { type: 'text' } }), '400 unsupported_parameter response_format'],
  ['MSG-18 until built', body({ context_management: { edits: [] } }), '400 unsupported_parameter context_management'],
  ['MSG-18 until built', body({ mcp_servers: [] }), '400 unsupported_parameter mcp_servers'],
  ['MSG-21 until built', body({ prompt_cache_key: 'a' }), '400 unsupported_parameter prompt_cache_key'],
  ['D-50 until built', body({ prompt: { template: 'a' } }), '400 unsupported_parameter prompt'],
  ['MSG-26', body({ messages: [user('')] }), '400 invalid_request messages[0].content'],
  ['MSG-26', body({ messages: [user([])] }), '400 invalid_request messages[0].content'],
  ['MSG-26', body({ messages: [user(5)] }), '400 invalid_request messages[0].content'],
  ['MSG-27 D-50', withBlocks(text('a'), text('')), '400 invalid_request messages[0].content[1].text'],
  ['MSG-27 D-50', withBlocks({ type: 'video' }), '400 invalid_block_type messages[0].content[0]'],
  ['MSG-27 D-50', withBlocks({}), '400 invalid_block_type messages[0].content[0]'],
  ['MSG-27', withBlocks('x'), '400 invalid_request messages[0].content[0]'],
  ['MSG-28 MSG-34', body({ messages: [user('x'), assistant([image()])] }), '400 invalid_block_type messages[1].content[0]'],
  ['MSG-29 MSG-34', body({ messages: [user('x'), assistant([{ type: 'document' }])] }), '400 invalid_block_type messages[1].content[0]'],
  ['MSG-30 MSG-34', withBlocks(call('a')), '400 invalid_block_type messages[0].content[0]'],
  ['MSG-31 MSG-34', body({ messages: [user('x'), assistant([result('a')])] }), '400 invalid_block_type messages[1].content[0]'],
  ['MSG-32 MSG-34', withBlocks({ type: 'reasoning', text: '', signature: '' }), '400 invalid_block_type messages[0].content[0]'],
  ['MSG-33 MSG-34', withBlocks({ type: 'compaction', summary: 'x' }), '400 invalid_block_type messages[0].content[0]'],
  [
    'MSG-33 until built',
    body({ messages: [user('x'), assistant([{ type: 'compaction', summary: 'x' }])] }),
    '400 unsupported_content messages[1].content[0]',
  ],
  ['MSG-28', withBlocks({ type: 'image', source: { type: 'ftp' } }), '400 invalid_request messages[0].content[0].source.type'],
  ['MSG-28', withBlocks({ type: 'image', source: { type: 'url' } }), '400 invalid_request messages[0].content[0].source.url'],
  ['D-53', withBlocks(image('not base64')), '400 invalid_request messages[0].content[0].source.data'],
  ['D-53', withBlocks(image(PNG, 'image/jpeg')), '400 unsupported_content messages[0].content[0]'],
  ['D-53', withBlocks(image('AAAA', 'image/png')), '400 unsupported_content messages[0].content[0]'],
  ['D-53', withBlocks(image(PNG, 'image/bmp')), '400 unsupported_content messages[0].content[0]'],
  ['D-53', withBlocks(image(PNG + 'A'.repeat(13_981_012))), '400 unsupported_content messages[0].content[0]'],
  ['MSG-24 D-53', withBlocks(...times(101, image())), '400 invalid_request messages'],
  ['MSG-25 D-53', withBlocks(...times(21, { type: 'document', source: { type: 'file', file_id: 'f' } })), '400 invalid_request messages'],
  [
    'MSG-29 until built',
    withBlocks({ type: 'document', source: { type: 'file', file_id: 'f' }, citations: { enabled: true } }),
    '400 unsupported_parameter messages[0].content[0].citations',
  ],
  [
    'MSG-30',
    body({ messages: [user('x'), assistant([{ ...call('a'), input: '{}' }])] }),
    '400 invalid_request messages[1].content[0].input',
  ],
  ['MSG-30', body({ messages: [user('x'), assistant([{ ...call('a'), id: '' }])] }), '400 invalid_request messages[1].content[0].id'],
  ['MSG-31', withBlocks(result('a', { content: 5 })), '400 invalid_request messages[0].content[0].content'],
  ['MSG-31', withBlocks(result('a', { content: [call('b')] })), '400 invalid_block_type messages[0].content[0].content[0]'],
  ['MSG-31', withBlocks(result('a', { is_error: 'yes' })), '400 invalid_request messages[0].content[0].is_error'],
  [
    'D-45',
    body({ messages: [user('x'), assistant([{ type: 'reasoning', text: 'a' }])] }),
    '400 invalid_reasoning_block messages[1].content[0]',
  ],
  [
    'MSG-35',
    body({ messages: [user('x'), assistant([text('so'), call('a')]), user('no')] }),
    '400 unmatched_tool_call messages[1].content[1]',
  ],
  ['MSG-35', body({ messages: [user('x'), assistant([call('a')])] }), '400 unmatched_tool_call messages[1].content[0]'],
  [
    'MSG-35',
    body({ messages: [user('x'), assistant([call('a'), call('b')]), user([result('b')])] }),
    '400 unmatched_tool_call messages[1].content[0]',
  ],
  ['D-50', withBlocks(result('a')), '400 unmatched_tool_call messages[0].content[0]'],
  [
    'D-50',
    body({ messages: [user('x'), assistant([call('a')]), user([result('a'), result('a')])] }),
    '400 unmatched_tool_call messages[2].content[1]',
  ],
  [
    'D-50',
    body({ messages: [user('x'), assistant([call('a'), call('a')]), user([result('a')])] }),
    '400 unmatched_tool_call messages[1].content[1]',
  ],
];

describe('parseMessagesRequest refuses', () => {
  it.each(REFUSED)('%s: case %#', (_rule, value, expected) => {
    expect(refusal(value)).toBe(expected);
  });

  it('D-01 in the order of the field table, unknown fields last', () => {
    const wrong = { foo: 1, tools: 1, top_p: 9, stream: 1, system: 1, max_tokens: 0, messages: [], model: '' };
    const order: string[] = [];
    const fixes: Record<string, unknown> = {
      model: 'm',
      messages: [user('x')],
      max_tokens: 1,
      system: null,
      stream: null,
      top_p: null,
      tools: null,
    };
    for (const [name, fixed] of [['', undefined], ...Object.entries(fixes)] as [string, unknown][]) {
      if (name !== '') Object.assign(wrong, { [name]: fixed });
      order.push(refusal(wrong).split(' ').at(-1)!);
    }
    expect(order).toEqual(['model', 'messages', 'max_tokens', 'system', 'stream', 'top_p', 'tools', 'foo']);
  });
});

describe('parseMessagesRequest takes', () => {
  it('MSG-10 BILL-09 the identity first, then the instructions, as turns of their own', () => {
    const system = (value: unknown) => parse(body({ system: value }), 'You are Svc.').turns.filter(({ role }) => role === 'system');
    const identity = { role: 'system', blocks: [text('You are Svc.')] };
    expect(system('Be brief.')).toEqual([identity, { role: 'system', blocks: [text('Be brief.')] }]);
    expect(system([text('Be '), text('brief.')])).toEqual([identity, { role: 'system', blocks: [text('Be '), text('brief.')] }]);
    for (const none of [undefined, null, '', []]) expect(system(none)).toEqual([identity]);
  });

  it('MSG-26 a string as one text block', () => {
    const turns = (content: unknown) => parse(body({ messages: [user(content)] })).turns;
    expect(turns('hello')).toEqual(turns([text('hello')]));
  });

  it('MSG-28 MSG-24 the four types of image, by their bytes, and 100 of them with those in results', () => {
    const types: [string, string][] = [
      [PNG, 'image/png'],
      [GIF, 'image/gif'],
      [JPEG, 'image/jpeg'],
      [WEBP, 'image/webp'],
    ];
    const { turns, needs } = parse(withBlocks(...types.map(([data, type]) => image(data, type))));
    expect(turns[0]!.blocks).toEqual(types.map(([data, mediaType]) => ({ type: 'image', mediaType, data })));
    expect(needs).toEqual([{ capability: 'vision', refusal: 'unsupported_content', param: 'messages[0].content[0]' }]);
    const results = [user('x'), assistant([call('a')])];
    const last = (count: number) => user([result('a', { content: times(count, image()) }), ...times(50, image())]);
    expect(refusal(body({ messages: [...results, last(50)] }))).toBe('taken');
    expect(refusal(body({ messages: [...results, last(51)] }))).toBe('400 invalid_request messages');
  });

  it('MSG-28 MSG-29 addresses, files and documents as content that is still to come, in its place', () => {
    const document = { type: 'document', title: 'T', source: { type: 'base64', media_type: 'application/pdf', data: 'AAAA' } };
    const found = [user('x'), assistant([call('a')])];
    const file = { type: 'image', source: { type: 'file', file_id: 'file_1' } };
    const { pending } = parse(body({ messages: [...found, user([result('a', { content: [text('t'), file] }), document])] }), 'identity');
    expect(pending).toEqual([
      {
        kind: 'image',
        path: 'messages[2].content[0].content[1]',
        title: undefined,
        source: { type: 'file', fileId: 'file_1' },
        place: { turn: 3, block: 0, image: 0 },
      },
      {
        kind: 'document',
        path: 'messages[2].content[1]',
        title: 'T',
        source: { type: 'base64', mediaType: 'application/pdf', data: 'AAAA' },
        place: { turn: 3, block: 1 },
      },
    ]);
  });

  it('MSG-30 MSG-31 calls and every form of result', () => {
    const content = [result('a', { content: 'r' }), result('b', { content: [text('r'), image(), text('s')], is_error: true }), result('c')];
    const { turns } = parse(body({ messages: [user('x'), assistant([call('a'), call('b'), call('c')]), user(content)] }));
    expect(turns[1]!.blocks[0]).toEqual({ type: 'tool_call', id: 'a', name: 'f', arguments: '{"b":1,"a":[null]}' });
    expect(turns[2]!.blocks).toEqual([
      { type: 'tool_result', callId: 'a', text: 'r' },
      { type: 'tool_result', callId: 'b', text: 'rs', images: [{ type: 'image', mediaType: 'image/png', data: PNG }], isError: true },
      { type: 'tool_result', callId: 'c', text: '' },
    ]);
  });

  it('MSG-12 MSG-13 MSG-17 D-37 what is asked of the engine, and what the model must be able to do', () => {
    const asked = {
      stop_sequences: ['a', 'b'],
      temperature: 0,
      top_p: 1,
      top_k: 1,
      parallel_tool_calls: false,
      reasoning: { max_tokens: 1999 },
    };
    expect(parse(body(asked))).toMatchObject({
      stopSequences: ['a', 'b'],
      sampling: { temperature: 0, topP: 1, topK: 1 },
      parallelToolCalls: false,
      reasoning: { maxTokens: 1999 },
      needs: ['temperature', 'top_p', 'top_k', 'reasoning'].map((name) => ({
        capability: name,
        refusal: 'unsupported_parameter',
        param: name,
      })),
    });
    expect(parse(body({ reasoning: {} })).reasoning).toEqual({ effort: 'medium' });
    expect(parse(body({ reasoning: { effort: 'low' } })).reasoning).toEqual({ effort: 'low' });
    expect(parse(body({ tools: [tool('f', { strict: true })], parallel_tool_calls: true })).needs!.map(({ param }) => param)).toEqual([
      'tools',
      'tools[0].function.strict',
      'parallel_tool_calls',
    ]);
  });

  it('MSG-15 MSG-16 every form of choice', () => {
    const choice = (value: unknown) => parse(body({ tools: [tool()], tool_choice: value })).toolChoice;
    expect(['auto', 'none', 'any'].map((type) => choice({ type }))).toEqual(['auto', 'none', 'any']);
    expect([choice({ type: 'tool', name: 'f' }), choice(null), choice(undefined)]).toEqual([{ name: 'f' }, 'auto', 'auto']);
  });

  it('MSG-19 D-55 16 entries beside end_user_id, counted as people count characters', () => {
    const metadata = {
      ...Object.fromEntries(Array.from({ length: 16 }, (_, i) => [`k${i}`, '😀'.repeat(512)])),
      end_user_id: 'u'.repeat(256),
    };
    expect(parse(body({ metadata })).metadata).toEqual(metadata);
  });

  it('D-09 null wherever a field is optional', () => {
    const optional = [
      'system',
      'stream',
      'stop_sequences',
      'temperature',
      'top_p',
      'top_k',
      'tools',
      'tool_choice',
      'parallel_tool_calls',
      'reasoning',
      'response_format',
      'context_management',
      'mcp_servers',
      'metadata',
      'prompt_cache_key',
      'prompt',
    ];
    expect(parse(body(Object.fromEntries(optional.map((name) => [name, null]))))).toEqual(parse(body()));
  });

  it('D-50 a last turn by the assistant, and an empty one', () => {
    expect(parse(body({ messages: [user('x'), assistant('so')] })).turns).toHaveLength(2);
    expect(refusal(body({ messages: [user('x'), assistant([]), user('y')] }))).toBe('taken');
  });

  it('MSG-04 500 turns', () => {
    expect(refusal(body({ messages: Array.from({ length: 500 }, (_, i) => (i % 2 ? assistant('a') : user('b'))) }))).toBe('taken');
  });
});

/** Fields that are in the contract and answered later are in the parser and not in the schema. */
const LATER = /until built/;
/** Rules between blocks and about bytes, which a schema cannot say. */
const BETWEEN = new Set([
  'MSG-05',
  'MSG-05 D-50',
  'MSG-24 D-53',
  'MSG-25 D-53',
  'D-53',
  'MSG-35',
  'D-50',
  'MSG-15 D-50',
  'MSG-15',
  'D-37',
  'MSG-26',
]);

it('the schema of the contract refuses what the parser refuses', () => {
  for (const [rule, value] of REFUSED) {
    if (LATER.test(rule) || BETWEEN.has(rule) || rule.includes('MSG-34') || rule.includes('characters')) continue;
    if (JSON.stringify(value).includes('a'.repeat(4097))) continue;
    expect(MessagesRequest.safeParse(value).success, `${rule} ${JSON.stringify(value).slice(0, 200)}`).toBe(false);
  }
  for (const value of [body(), withBlocks(text('a'), image()), body({ tools: [tool()], tool_choice: { type: 'any' }, reasoning: {} })])
    expect(MessagesRequest.safeParse(value).success).toBe(true);
});

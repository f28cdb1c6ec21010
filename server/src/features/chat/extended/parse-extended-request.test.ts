import { ExtendedChatRequest } from '@svc/contract';
import { describe, expect, it } from 'vitest';
import {
  assistant,
  file,
  fn,
  messages,
  parts,
  pdf,
  picture,
  PNG,
  refusal,
  times,
  user,
} from './test-support/chat-bodies.ts';

const REFUSED: readonly (readonly [rule: string, fields: object, refusal: string])[] = [
  ['D-33', { messages: undefined }, '400 messages_required messages'],
  ['D-33', { messages: times(501, 1) }, '413 too_many_messages messages'],
  ['D-33', messages(1), '400 invalid_request messages[0]'],
  ['D-33', messages({ role: 'bot', content: 'x' }), '400 invalid_request messages[0].role'],
  ['D-33', messages({ ...user('x'), name: 'a' }), '400 unknown_parameter messages[0].name'],
  ['D-33', messages({ role: 'system', content: 'x', foo: null }), '400 unknown_parameter messages[0].foo'],
  ['D-33', { model: null }, '400 invalid_request model'],
  ['D-33', { stream: 'yes' }, '400 invalid_request stream'],
  ['D-33', { max_tokens: 0 }, '400 invalid_request max_tokens'],
  ['D-33', { tools: [fn({ foo: 1 })] }, '400 unknown_parameter tools[0].function.foo'],
  ['D-34', { tools: [fn({ strict: 1 })] }, '400 invalid_request tools[0].function.strict'],
  ['D-34', { tools: [fn()], tool_choice: 'any' }, '400 invalid_request tool_choice'],
  [
    'D-34',
    { tools: [fn()], tool_choice: { type: 'function', function: { name: 'f', x: 1 } } },
    '400 unknown_parameter tool_choice.function.x',
  ],
  ['CHAT-83 D-34', { stop: times(5, 'a') }, '400 invalid_request stop'],
  ['CHAT-83 D-34', { stop: '' }, '400 invalid_request stop[0]'],
  ['CHAT-83 D-34', { stop: 5 }, '400 invalid_request stop'],
  ['CHAT-83 D-34', { user: 5 }, '400 invalid_request user'],
  ['CHAT-83 D-34', { user: 'x'.repeat(257) }, '400 invalid_request user'],
  ['CHAT-83 D-34', { metadata: { a: 'x'.repeat(513) } }, '400 invalid_request metadata.a'],
  ['CHAT-83 CHAT-85', { temperature: 3 }, '400 invalid_request temperature'],
  ['CHAT-83 CHAT-85', { top_p: 0 }, '400 invalid_request top_p'],
  ['CHAT-83 CHAT-85', { top_k: 0 }, '400 invalid_request top_k'],
  ['CHAT-83 D-33', { seed: 1.5 }, '400 invalid_request seed'],
  ['CHAT-83 D-33', { presence_penalty: -3 }, '400 invalid_request presence_penalty'],
  ['CHAT-83 D-33', { frequency_penalty: '1' }, '400 invalid_request frequency_penalty'],
  ['CHAT-83 D-37', { reasoning: { effort: 'low', max_tokens: 2000 } }, '400 invalid_request reasoning'],
  ['CHAT-83 D-38', { response_format: { type: 'xml' } }, '400 invalid_request response_format'],
  ['CHAT-83 D-39', { context_management: { edits: [] } }, '400 invalid_request context_management.edits'],
  ['CHAT-83 D-40', { mcp_servers: [{ name: 'a' }] }, '400 invalid_request mcp_servers[0].url'],
  [
    'CHAT-83 D-41',
    { tools: [{ type: 'svc_web_search', max_uses: 0 }] },
    '400 invalid_request tools[0].max_uses',
  ],
  ['CHAT-83 D-34', { citations: true }, '400 invalid_request citations'],
  ['CHAT-83 D-34', { citations: { enabled: 1 } }, '400 invalid_request citations.enabled'],
  ['CHAT-83 D-43', { prompt_cache_key: '' }, '400 invalid_request prompt_cache_key'],
  ['CHAT-83 D-PTPL-5', { prompt: { template: 'a' } }, '400 invalid_request prompt.template'],
  ['CHAT-83 D-34', { parallel_tool_calls: 1 }, '400 invalid_request parallel_tool_calls'],
  [
    'CHAT-83 D-34',
    { stream_options: { include_usage: 1 } },
    '400 invalid_request stream_options.include_usage',
  ],
  ['CHAT-83 D-33', { stream_options: { foo: 1 } }, '400 unknown_parameter stream_options.foo'],
  ['CHAT-83 D-33', { n: 2 }, '400 unsupported_parameter n'],
  ['CHAT-83 D-33', { logprobs: true }, '400 unsupported_parameter logprobs'],
  ['CHAT-83 D-33', { top_logprobs: 1 }, '400 unknown_parameter top_logprobs'],
  ['CHAT-87 D-34', parts(), '400 invalid_request messages[0].content'],
  [
    'CHAT-87 D-34',
    parts(...times(101, { type: 'text', text: '' })),
    '400 invalid_request messages[0].content',
  ],
  ['CHAT-87 D-34', parts({ type: 'audio' }), '400 invalid_request messages[0].content[0].type'],
  [
    'CHAT-87 D-33',
    parts({ type: 'text', text: 'x', foo: 1 }),
    '400 unknown_parameter messages[0].content[0].foo',
  ],
  [
    'CHAT-87 D-34',
    parts(picture({ url: 'http://a.test/x.png' })),
    '400 invalid_request messages[0].content[0].image_url.url',
  ],
  [
    'CHAT-87 D-34',
    parts(picture({ detail: 'max' })),
    '400 invalid_request messages[0].content[0].image_url.detail',
  ],
  ['CHAT-87 D-33', parts(picture({ foo: 1 })), '400 unknown_parameter messages[0].content[0].image_url.foo'],
  [
    'CHAT-87 D-34',
    parts({ type: 'image_file', image_file: {} }),
    '400 invalid_request messages[0].content[0].image_file.file_id',
  ],
  [
    'CHAT-87 D-34',
    parts(file({ file_data: pdf.file_data })),
    '400 invalid_request messages[0].content[0].file.filename',
  ],
  [
    'CHAT-87 D-34',
    parts(file({ ...pdf, file_data: 'AAAA' })),
    '400 invalid_request messages[0].content[0].file.file_data',
  ],
  [
    'CHAT-87 D-33',
    parts(file({ ...pdf, file_id: 'f' })),
    '400 unknown_parameter messages[0].content[0].file.filename',
  ],
  [
    'D-33 CHAT-87',
    messages({ role: 'system', content: [picture()] }),
    '400 invalid_request messages[0].content[0]',
  ],
  [
    'D-34 D-45',
    messages(assistant({ reasoning: [{ text: 'a' }] })),
    '400 invalid_reasoning_block messages[0].reasoning[0]',
  ],
  [
    'D-33',
    messages(assistant({ reasoning: [{ text: 'a', signature: 'b', foo: 1 }] })),
    '400 unknown_parameter messages[0].reasoning[0].foo',
  ],
  [
    'D-34 CHAT-88',
    messages(assistant({ annotations: [{ type: 'x' }] })),
    '400 invalid_request messages[0].annotations[0].type',
  ],
  [
    'D-33',
    messages(assistant({ tool_calls: [{ ...fn({ arguments: '' }), id: 'c', foo: 1 }] })),
    '400 unknown_parameter messages[0].tool_calls[0].foo',
  ],
];

/** What the schema of the contract cannot say. */
const BETWEEN: typeof REFUSED = [
  ['D-34', { tool_choice: 'required' }, '400 invalid_request tool_choice'],
  ['D-34', { user: 'a', metadata: { end_user_id: 'a' } }, '400 invalid_request user'],
  ['D-37', { reasoning: { max_tokens: 2000 }, max_tokens: 2000 }, '400 invalid_request reasoning.max_tokens'],
  [
    'D-38 D-42',
    { citations: { enabled: true }, response_format: { type: 'json_object' } },
    '400 invalid_request response_format',
  ],
  [
    'D-39',
    { context_management: { edits: [{ type: 'compact' }] } },
    '400 unsupported_parameter context_management',
  ],
  [
    'CHAT-87 D-53',
    parts(picture({ url: `data:image/jpeg;base64,${PNG}` })),
    '400 unsupported_content messages[0].content[0]',
  ],
  [
    'CHAT-87 D-53',
    parts(picture({ url: 'data:image/png;base64,A' })),
    '400 invalid_request messages[0].content[0].image_url.url',
  ],
  [
    'CHAT-87 D-34',
    parts(picture({ url: 'data:image/png,AAAA' })),
    '400 invalid_request messages[0].content[0].image_url.url',
  ],
  ['CHAT-87 D-53', messages(...times(2, user(times(51, picture())))), '400 invalid_request messages'],
  ['CHAT-87 D-53', parts(...times(21, file(pdf))), '400 invalid_request messages'],
];

describe('parseExtendedRequest', () => {
  it.each([...REFUSED, ...BETWEEN])(
    '%s refuses by the name of the field: case %#',
    (_rule, fields, expected) => {
      expect(refusal(fields)).toBe(expected);
    },
  );

  it('the schema of the contract refuses the same', () => {
    const refuses = (fields: object) =>
      !ExtendedChatRequest.safeParse({ messages: [user('x')], ...fields }).success;
    for (const [rule, fields] of REFUSED)
      expect(refuses(fields), `${rule} ${JSON.stringify(fields).slice(0, 200)}`).toBe(true);
    for (const fields of [{}, parts(picture(), file(pdf)), { stop: 'a', n: 1, seed: 4, tool_choice: 'none' }])
      expect(refuses(fields)).toBe(false);
  });

  it('D-01 D-33 in the order of the field table, live ones first and unknown ones last', () => {
    const order = [
      'messages',
      'model',
      'stream',
      'max_tokens',
      'tools',
      'tool_choice',
      'stop',
      'user',
      'temperature',
      'reasoning',
    ];
    const later = [
      'citations',
      'response_format',
      'prompt_cache_key',
      'parallel_tool_calls',
      'prompt',
      'n',
      'logprobs',
      'foo',
    ];
    const wrong: Record<string, unknown> = Object.fromEntries(
      [...later, ...order].map((name) => [name, name.startsWith('prompt') ? 5 : {}]),
    );
    Object.assign(wrong, { reasoning: 5, citations: 5 });
    for (const name of [...order, ...later]) {
      expect(refusal(wrong).split(' ').at(-1)).toBe(name);
      if (name === 'messages') wrong['messages'] = [user('x')];
      else delete wrong[name];
    }
  });
});

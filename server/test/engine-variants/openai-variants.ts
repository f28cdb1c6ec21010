import type { ReceivedReply } from '../api-formats/conversation.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Where a field may stand: in the message or the delta, in the choice, or in the object around all. */
export const PLACES = ['message', 'choice', 'top'] as const;
export type Place = (typeof PLACES)[number];

/** What one server says, in its own words, and what it means. */
export interface Variant {
  readonly says: Fields;
  readonly means: Partial<Pick<ReceivedReply, 'text' | 'reasoning' | 'stop'>> & {
    readonly calls?: readonly { readonly name: string; readonly input: unknown }[];
  };
  /** `stop` unless it is what varies. */
  readonly ending?: unknown;
}

const text = (content: unknown, more: Fields = {}): Variant => ({
  says: { content, ...more },
  means: { text: '42' },
});
const thought = (says: Fields): Variant => ({
  says: { content: '42', ...says },
  means: { text: '42', reasoning: 'hm' },
});
const refused = (says: Fields): Variant => ({
  says,
  means: { text: 'I cannot help with that.', stop: 'refusal' },
});
const calls = (...wire: unknown[]): Variant => ({
  says: { content: null, tool_calls: wire },
  means: {
    calls: [
      { name: 'read', input: { p: 1 } },
      { name: 'list', input: { p: 2 } },
    ],
    stop: 'tool_call',
  },
  ending: 'tool_calls',
});
const fn = (name: string, args: unknown): Fields => ({ function: { name, arguments: args } });
const ended = (ending: unknown, stop: string): Variant => ({
  says: { content: '42' },
  means: { text: '42', stop },
  ending,
});

export const VARIANTS: Readonly<Record<string, Variant>> = {
  'content as a text': text('42'),
  'content in a list of parts': text([
    { type: 'text', text: '4' },
    { type: 'text', text: '2' },
  ]),
  'content in a list of texts': text(['4', '2']),
  'content in nested lists': text([[{ type: 'text', text: '4' }], [['2']]]),
  'content as an object': text({ type: 'text', text: '42' }),
  'content with the text in an object': text([{ type: 'text', text: { value: '42' } }]),
  'content in parts of output': text([{ type: 'output_text', text: '42' }]),
  'empty content beside a text': { says: { content: '', text: '42' }, means: { text: '42' } },
  'an empty list beside a text': { says: { content: [], text: '42' }, means: { text: '42' } },
  'an empty refusal beside content': text('42', { refusal: '' }),
  'content beside fields of no meaning': text('42', {
    annotations: [{ a: 1 }],
    audio: null,
    function_call: null,
    tool_calls: [],
  }),
  reasoning_content: thought({ reasoning_content: 'hm' }),
  reasoning: thought({ reasoning: 'hm' }),
  'reasoning under both names': thought({ reasoning: 'hm', reasoning_content: 'hm' }),
  'an empty name beside the other': thought({ reasoning_content: '', reasoning: 'hm' }),
  reasoning_details: thought({ reasoning_details: [{ type: 'reasoning.text', text: 'hm' }] }),
  'reasoning_details beside reasoning': thought({
    reasoning: 'hm',
    reasoning_details: [{ type: 'reasoning.text', text: 'hm' }],
  }),
  'a summary in reasoning_details': thought({
    reasoning_details: [
      { type: 'reasoning.summary', summary: 'hm' },
      { type: 'reasoning.encrypted', data: 'x' },
    ],
  }),
  'thinking as a text': thought({ thinking: 'hm' }),
  thinking_blocks: thought({ thinking_blocks: [{ type: 'thinking', thinking: 'hm', signature: 's' }] }),
  'reasoning as an object': thought({ reasoning: { content: 'hm' } }),
  'a thinking list in content': {
    says: {
      content: [
        { type: 'thinking', thinking: [{ type: 'text', text: 'hm' }] },
        { type: 'text', text: '42' },
      ],
    },
    means: { text: '42', reasoning: 'hm' },
  },
  'a thinking text in content': {
    says: {
      content: [
        { type: 'thinking', thinking: 'hm' },
        { type: 'text', text: '42' },
      ],
    },
    means: { text: '42', reasoning: 'hm' },
  },
  'a refusal': refused({ content: null, refusal: 'I cannot help with that.' }),
  'a refusal beside empty content': refused({ content: '', refusal: 'I cannot help with that.' }),
  'a refusal as a part': refused({ content: [{ type: 'refusal', refusal: 'I cannot help with that.' }] }),
  'a refusal in both places': refused({
    content: 'I cannot help with that.',
    refusal: 'I cannot help with that.',
  }),
  calls: calls(
    { index: 0, id: 'a', ...fn('read', '{"p":1}') },
    { index: 1, id: 'b', ...fn('list', '{"p":2}') },
  ),
  'calls of one index with empty ids': calls(
    { index: 0, id: '', ...fn('read', '{"p":1}') },
    { index: 0, id: '', ...fn('list', '{"p":2}') },
  ),
  'calls of one index without ids': calls(
    { index: 0, ...fn('read', '{"p":1}') },
    { index: 0, ...fn('list', '{"p":2}') },
  ),
  'calls of one index with null ids': calls(
    { index: 0, id: null, ...fn('read', '{"p":1}') },
    { index: 0, id: null, ...fn('list', '{"p":2}') },
  ),
  'calls of one index and one id': calls(
    { index: 0, id: 'a', ...fn('read', '{"p":1}') },
    { index: 0, id: 'a', ...fn('list', '{"p":2}') },
  ),
  'calls without an index': calls(
    { id: 'a', ...fn('read', '{"p":1}') },
    { id: 'b', ...fn('list', '{"p":2}') },
  ),
  'calls without index and id': calls(fn('read', '{"p":1}'), fn('list', '{"p":2}')),
  'calls with a text as index': calls(
    { index: '0', id: 'a', ...fn('read', '{"p":1}') },
    { index: '1', id: 'b', ...fn('list', '{"p":2}') },
  ),
  'calls with objects as arguments': calls(
    { index: 0, id: 'a', ...fn('read', { p: 1 }) },
    { index: 1, id: 'b', ...fn('list', { p: 2 }) },
  ),
  'objects as arguments of one index': calls(
    { index: 0, ...fn('read', { p: 1 }) },
    { index: 0, ...fn('list', { p: 2 }) },
  ),
  'flat calls': calls(
    { id: 'a', name: 'read', arguments: '{"p":1}' },
    { id: 'b', name: 'list', arguments: '{"p":2}' },
  ),
  'two calls of one function': {
    says: {
      tool_calls: [
        { index: 0, id: '', ...fn('read', '{"p":1}') },
        { index: 0, id: '', ...fn('read', '{"p":2}') },
      ],
    },
    means: {
      calls: [
        { name: 'read', input: { p: 1 } },
        { name: 'read', input: { p: 2 } },
      ],
      stop: 'tool_call',
    },
    ending: 'stop',
  },
  'one call as an object': {
    says: { tool_calls: { id: 'a', ...fn('read', '{"p":1}') } },
    means: { calls: [{ name: 'read', input: { p: 1 } }], stop: 'tool_call' },
    ending: 'tool_calls',
  },
  'the legacy call': {
    says: { function_call: { name: 'read', arguments: '{"p":1}' } },
    means: { calls: [{ name: 'read', input: { p: 1 } }], stop: 'tool_call' },
    ending: 'function_call',
  },
  'calls in content': {
    says: {
      content: [
        { type: 'text', text: '42' },
        { type: 'tool_use', id: 'a', name: 'read', input: { p: 1 } },
      ],
    },
    means: { text: '42', calls: [{ name: 'read', input: { p: 1 } }], stop: 'tool_call' },
    ending: 'tool_use',
  },
  'the ending length': ended('length', 'max_tokens'),
  'an ending in capitals': ended('MAX_TOKENS', 'max_tokens'),
  'the ending model_length': ended('model_length', 'context_window'),
  'the ending sensitive': ended('sensitive', 'content_filter'),
  'the ending content_filter': ended('content_filter', 'content_filter'),
  'the ending eos': ended('eos', 'end_turn'),
  'the ending eos_token': ended('eos_token', 'end_turn'),
  'the other protocol’s ending': ended('end_turn', 'end_turn'),
  'an ending as an object': ended({ type: 'stop', matched: 2 }, 'end_turn'),
};

/** A reply as it stands at a place, as the one chunk of a stream or whole. */
export function replyOf(
  { says, ending = 'stop' }: Variant,
  place: Place,
  carrier: 'delta' | 'message',
): Fields {
  const message = { role: 'assistant', ...(place === 'message' ? says : {}) };
  const choice = { index: 0, [carrier]: message, ...(place === 'choice' ? says : {}), finish_reason: ending };
  return { model: 'm', choices: [choice], ...(place === 'top' ? says : {}) };
}

/** Where an ending may stand, and under which names. */
export const ENDING_PLACES: Readonly<Record<string, (reply: { delta: object; ending: string }) => Fields>> = {
  'in the message': ({ delta, ending }) => ({ choices: [{ delta: { ...delta, finish_reason: ending } }] }),
  'at the top': ({ delta, ending }) => ({ choices: [{ delta }], finish_reason: ending }),
  'in camel case': ({ delta, ending }) => ({ choices: [{ delta, finishReason: ending }] }),
  'as details': ({ delta, ending }) => ({ choices: [{ delta, finish_details: { type: ending } }] }),
  'beside an empty one': ({ delta, ending }) => ({
    choices: [{ delta, finish_reason: '' }],
    finish_reason: ending,
  }),
};

/** How a choice may be numbered and packed. */
export const CHOICES: Readonly<Record<string, (choice: object) => Fields>> = {
  'the index as a text': (choice) => ({ choices: [{ ...choice, index: '0' }] }),
  'no index': (choice) => ({ choices: [choice] }),
  'an index of null': (choice) => ({ choices: [{ ...choice, index: null }] }),
  'a second choice before it': (choice) => ({
    choices: [
      { index: 1, delta: { content: 'no' } },
      { ...choice, index: 0 },
    ],
  }),
  'no list': (choice) => ({ choices: { ...choice, index: 0 } }),
};

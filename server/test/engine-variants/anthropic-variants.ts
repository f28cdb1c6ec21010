import type { ReceivedReply } from '../api-formats/conversation.ts';
import type { WireEvent } from './anthropic-streams.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What one server sends as the content of a message, and what it means. */
export interface Variant {
  readonly content: unknown;
  readonly means: Partial<Pick<ReceivedReply, 'text' | 'reasoning' | 'stop'>> & {
    readonly calls?: readonly { readonly name: string; readonly input: unknown }[];
  };
  /** `end_turn` unless it is what varies. */
  readonly ending?: unknown;
}

const text = (...content: readonly unknown[]): Variant => ({ content, means: { text: '42' } });
const thought = (...blocks: readonly Fields[]): Variant => ({
  content: [...blocks, { type: 'text', text: '42' }],
  means: { text: '42', reasoning: 'hm' },
});
const ended = (ending: unknown, stop: string): Variant => ({
  content: [{ type: 'text', text: '42' }],
  means: { text: '42', stop },
  ending,
});
const calls = (content: readonly unknown[], means: Variant['means'] = {}): Variant => ({
  content,
  means: {
    calls: [
      { name: 'read', input: { p: 1 } },
      { name: 'list', input: { p: 2 } },
    ],
    stop: 'tool_call',
    ...means,
  },
  ending: 'tool_use',
});
const use = (name: string, input: unknown, more: Fields = {}): Fields => ({
  type: 'tool_use',
  id: `toolu_${name}`,
  name,
  input,
  ...more,
});

const TEXT = { type: 'text', text: '42' };
const SIGNED = { type: 'thinking', thinking: 'hm', signature: 'c2ln' };
const SEARCH = { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'q' } };
const FOUND = {
  type: 'web_search_tool_result',
  tool_use_id: 'srvtoolu_1',
  content: [{ type: 'web_search_result', url: 'https://a.example', title: 'A', encrypted_content: 'x' }],
};

export const VARIANTS: Readonly<Record<string, Variant>> = {
  'a text': text(TEXT),
  'a text in two blocks': text({ type: 'text', text: '4' }, { type: 'text', text: '2' }),
  'an empty text before it': text({ type: 'text', text: '' }, TEXT),
  'an empty text behind it': text(TEXT, { type: 'text', text: '' }),
  'a text with empty citations': text({ ...TEXT, citations: null }),
  'a text with citations': text({
    ...TEXT,
    citations: [
      { type: 'char_location', cited_text: 'c', document_index: 9, start_char_index: 0, end_char_index: 1 },
    ],
  }),
  'a block without a type': text({ text: '42' }),
  'a block of another type with a text': text({ type: 'output_text', text: '42' }),
  'a text under the other protocol’s name': text({ type: 'text', content: '42' }),
  'an empty text beside that name': text({ type: 'text', text: '', content: '42' }),
  'a text in an object': text({ type: 'text', text: { value: '42' } }),
  'a list of texts': text('4', '2'),
  'words of a refusal': text({ type: 'refusal', refusal: '42' }),
  'null among blocks': text(null, TEXT),
  'content as a text': { content: '42', means: { text: '42' } },
  'content as an object': { content: TEXT, means: { text: '42' } },
  'signed thinking': thought(SIGNED),
  'thinking without a signature': thought({ type: 'thinking', thinking: 'hm' }),
  'thinking in two blocks': thought({ ...SIGNED, thinking: 'h' }, { ...SIGNED, thinking: 'm' }),
  'redacted thinking beside it': thought({ type: 'redacted_thinking', data: 'c2VjcmV0' }, SIGNED),
  'reasoning under the other protocol’s name': thought({ type: 'reasoning', reasoning: 'hm' }),
  'reasoning as a text': thought({ type: 'reasoning', text: 'hm' }),
  'a list as thinking': thought({ type: 'thinking', thinking: [{ type: 'text', text: 'hm' }] }),
  'thinking that is withheld': text({ type: 'thinking', thinking: '', signature: 'c2ln' }, TEXT),
  'redacted thinking alone': text({ type: 'redacted_thinking', data: 'c2VjcmV0' }, TEXT),
  'two calls': calls([use('read', { p: 1 }), use('list', { p: 2 })]),
  'calls with a caller': calls([
    use('read', { p: 1 }, { caller: { type: 'direct' } }),
    use('list', { p: 2 }, { caller: { type: 'direct' } }),
  ]),
  'calls of one id': calls([use('read', { p: 1 }, { id: 'a' }), use('list', { p: 2 }, { id: 'a' })]),
  'calls without an id': calls([
    use('read', { p: 1 }, { id: undefined }),
    use('list', { p: 2 }, { id: undefined }),
  ]),
  'calls without a type': calls([
    { name: 'read', input: { p: 1 } },
    { name: 'list', input: { p: 2 } },
  ]),
  'calls with their input as text': calls([use('read', '{"p":1}'), use('list', '{"p":2}')]),
  'calls with arguments': calls([
    use('read', undefined, { arguments: { p: 1 } }),
    use('list', undefined, { arguments: '{"p":2}' }),
  ]),
  'calls around a text': calls([use('read', { p: 1 }), TEXT, use('list', { p: 2 })], { text: '42' }),
  'calls behind thinking': calls([SIGNED, use('read', { p: 1 }), SIGNED, use('list', { p: 2 })], {
    reasoning: 'hmhm',
  }),
  'calls with another ending': {
    ...calls([use('read', { p: 1 }), use('list', { p: 2 })]),
    ending: 'end_turn',
  },
  'a call without input': {
    content: [use('read', {})],
    means: { calls: [{ name: 'read', input: {} }], stop: 'tool_call' },
    ending: 'tool_use',
  },
  'a call with null as input': {
    content: [use('read', null)],
    means: { calls: [{ name: 'read', input: {} }], stop: 'tool_call' },
    ending: 'tool_use',
  },
  'a call of the server beside its own': {
    content: [SEARCH, FOUND, use('read', { p: 1 })],
    means: { calls: [{ name: 'read', input: { p: 1 } }], stop: 'tool_call' },
    ending: 'tool_use',
  },
  'tools of the server': text(SEARCH, FOUND, TEXT),
  'tools of another server': text(
    { type: 'mcp_tool_use', id: 'm', name: 'f', server_name: 's', input: { a: 1 } },
    { type: 'mcp_tool_result', tool_use_id: 'm', is_error: false, content: [{ type: 'text', text: 'no' }] },
    TEXT,
  ),
  'a result of the server with a text': text(
    { type: 'code_execution_tool_result', tool_use_id: 'c', content: { stdout: 'no', text: 'no' } },
    TEXT,
  ),
  'a summary by the server': text({ type: 'compaction', content: 'no' }, TEXT),
  'an unknown block': text({ type: 'container_upload', file_id: 'file_1' }, TEXT),
  'the ending max_tokens': ended('max_tokens', 'max_tokens'),
  'the ending stop_sequence of its own': ended('stop_sequence', 'end_turn'),
  'the ending pause_turn': ended('pause_turn', 'pause'),
  'the ending refusal': ended('refusal', 'refusal'),
  'the ending model_context_window_exceeded': ended('model_context_window_exceeded', 'context_window'),
  'the ending tool_use without a call': ended('tool_use', 'end_turn'),
  'an ending in capitals': ended('MAX_TOKENS', 'max_tokens'),
  'the other protocol’s ending': ended('length', 'max_tokens'),
  'an ending as an object': ended({ type: 'end_turn' }, 'end_turn'),
  'no ending': ended(null, 'end_turn'),
};

/** Where an ending may stand in the last events, and under which names. */
export const ENDING_PLACES: Readonly<Record<string, (ending: string) => readonly WireEvent[]>> = {
  'in the delta': (ending) => [{ type: 'message_delta', delta: { stop_reason: ending } }],
  'beside an empty delta': (ending) => [
    { type: 'message_delta', delta: { stop_reason: '' }, stop_reason: ending },
  ],
  'in the other protocol’s words': (ending) => [
    { type: 'message_delta', delta: { stop_reason: '', finish_reason: ending } },
  ],
  'in camel case': (ending) => [{ type: 'message_delta', delta: { stopReason: ending } }],
  'in the last event': (ending) => [
    { type: 'message_delta', delta: { stop_reason: null } },
    { type: 'message_stop', stop_reason: ending },
  ],
  'in a message of the last event': (ending) => [{ type: 'message_stop', message: { stop_reason: ending } }],
  'twice, the second time empty': (ending) => [
    { type: 'message_delta', delta: { stop_reason: ending } },
    { type: 'message_delta', delta: { stop_reason: null } },
  ],
};

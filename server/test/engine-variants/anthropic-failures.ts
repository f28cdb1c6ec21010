import { messageError, messageSse } from '#test-kit';
import { blockOf, endOf, startOf, type WireEvent } from './anthropic-streams.ts';

const events = (...items: readonly WireEvent[]): readonly string[] => items.map(messageSse);
const SEARCH = { type: 'server_tool_use', id: 's', name: 'web_search', input: { query: 'q' } };

/** Streams that say nothing which may be told as a success. */
export const EMPTY_STREAMS: Readonly<Record<string, readonly string[]>> = {
  'nothing at all': [],
  'only pings': events({ type: 'ping' }, { type: 'ping' }),
  'only comments': [': hi\n\n', ': hi\n\n'],
  'only empty objects': ['data: {}\n\n', 'data: {}\n\n', ...events({ type: 'message_stop' })],
  'only the last event': events({ type: 'message_stop' }),
  'the other protocol’s last event': ['data: [DONE]\n\n'],
  'only the first event': events(startOf()),
  'no ending': events(startOf(), { type: 'message_stop' }),
  'an empty ending': events(startOf(), ...endOf('')),
  'an ending of null': events(startOf(), ...endOf(null)),
  'an empty block without an ending': events(startOf(), ...blockOf({ type: 'text', text: '' }), {
    type: 'message_stop',
  }),
  'an ending for calls without any': events(startOf(), ...endOf('tool_use')),
  'an ending without the last event': events(startOf(), endOf('end_turn')[0]!),
  'an unknown block': events(startOf(), ...blockOf({ type: 'picture', url: 'x' }), ...endOf('end_turn')),
  'an unknown delta': events(
    startOf(),
    { type: 'content_block_delta', index: 0, delta: { type: 'answer_delta', answer: '42' } },
    ...endOf('end_turn'),
  ),
  'only tools of the server': events(startOf(), ...blockOf(SEARCH), ...endOf('end_turn')),
  'only a summary by the server': events(
    startOf(),
    ...blockOf({ type: 'compaction', content: 'So far …' }),
    ...endOf('end_turn'),
  ),
  'a call without a name': events(
    startOf(),
    ...blockOf({ type: 'tool_use', id: 'a', input: { p: 1 } }),
    ...endOf('tool_use'),
  ),
  'chunks of the other protocol': [
    'data: {"choices":[{"index":0,"delta":{"content":"42"}}]}\n\n',
    'data: [DONE]\n\n',
  ],
  'no event names and types': ['data: {"index":0,"delta":{"text":"42"}}\n\n'],
  'an event named error': ['event: error\ndata: {}\n\n'],
  'a text in an event named error': ['event: error\ndata: overloaded\n\n'],
  HTML: ['<html><body>502 Bad Gateway</body></html>'],
  'plain text': ['upstream connect error'],
};

/** Bodies in place of a message. */
export const EMPTY_BODIES: Readonly<Record<string, string>> = {
  nothing: '',
  null: 'null',
  'a list': '[]',
  'an object': '{}',
  'a text': '"x"',
  HTML: '<html></html>',
  'no content and no ending': '{"type":"message","content":null}',
  'no content with an ending for calls': '{"type":"message","content":[],"stop_reason":"tool_use"}',
  'an empty list without an ending': '{"type":"message","content":[]}',
  'a number as content': '{"type":"message","content":42}',
  'an unknown block':
    '{"type":"message","content":[{"type":"picture","url":"x"}],"stop_reason":"end_turn","usage":{"input_tokens":9,"output_tokens":9}}',
  'the answer under another name':
    '{"completion":"42","stop_reason":"end_turn","usage":{"input_tokens":9,"output_tokens":9}}',
  'the answer beside no content':
    '{"type":"message","content":[],"answer":"42","stop_reason":"end_turn","usage":{"input_tokens":9,"output_tokens":9}}',
  'a message of the other protocol': '{"choices":[{"message":{"content":"42"},"finish_reason":"stop"}]}',
};

/** Endings that are no success, after a text. */
export const BAD_ENDINGS = ['error', 'abort', 'insufficient_system_resource', 'compaction', 'something_new'];

/** What a server ends a stream with when it fails, after whatever came before. */
export const ERROR_EVENTS: readonly string[] = [
  messageSse(messageError('overloaded_error')),
  messageSse(messageError('api_error')),
  messageSse(messageError('something_new')),
  'data: {"type":"error","error":{"type":"api_error","message":"x"}}\n\n',
  'data: {"type":"error","message":"x"}\n\n',
  'data: {"error":{"message":"x","code":500}}\n\n',
  'data: {"error":"x"}\n\n',
  'data: [{"type":"error","error":{"type":"api_error"}}]\n\n',
  'data: {"message":"x"}\n\n',
  'event: error\ndata: overloaded\n\n',
  'data: not JSON\n\n',
  'data: 5\n\n',
];

import { sse } from '#test-kit';

type Fields = Readonly<Record<string, unknown>>;

/** Errors in every form in which servers send them with status 200. */
export const ERROR_OBJECTS: readonly Fields[] = [
  { error: { message: 'context too long', type: 'server_error', code: null } },
  { error: { message: 'context too long', code: 500 } },
  { error: { message: 'context too long', code: 'context_length' } },
  { error: 'context too long' },
  { error: { message: 'x' }, choices: [] },
  { error: { message: 'x' }, choices: [{ index: 0, delta: {}, finish_reason: 'error' }] },
  { errors: [{ message: 'context too long' }] },
  { object: 'error', message: 'context too long', code: 500 },
  { object: 'error', message: 'context too long' },
  { type: 'error', error: { type: 'api_error', message: 'x' } },
  { type: 'error', message: 'x' },
  { detail: 'Not able to' },
  { detail: [{ loc: ['body'], msg: 'no' }] },
  { message: 'context too long', code: 500 },
  { message: 'context too long' },
  { msg: 'no', code: 1001 },
  { status: 'error', message: 'no' },
  { error_code: 336_003, error_msg: 'no' },
  { base_resp: { status_code: 1004, status_msg: 'no' }, choices: null },
  { success: false, reason: 'no' },
  { answer: 'unknown object' },
];

/** Streams that say nothing which may be told as a success. */
export const EMPTY_STREAMS: Readonly<Record<string, readonly string[]>> = {
  'the last event only': [sse('[DONE]')],
  'nothing at all': [],
  'only comments': [': ping\n\n', ': ping\n\n', sse('[DONE]')],
  'only empty events': ['data:\n\n', 'data: \n\n', sse('[DONE]')],
  'only empty objects': [sse({}), sse({}), sse('[DONE]')],
  'no choice': [sse({ choices: [] }), sse('[DONE]')],
  'an empty delta without an ending': [sse({ choices: [{ index: 0, delta: {} }] }), sse('[DONE]')],
  'a role without an ending': [
    sse({ choices: [{ index: 0, delta: { role: 'assistant', content: '' } }] }),
    sse('[DONE]'),
  ],
  'only usage': [sse({ choices: [], usage: { prompt_tokens: 9, completion_tokens: 0 } }), sse('[DONE]')],
  'an ending for calls without any': [
    sse({ choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }] }),
    sse('[DONE]'),
  ],
  'words in an unknown field': [
    sse({ choices: [{ index: 0, delta: { answer: 'forty-two' } }] }),
    sse({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }),
    sse('[DONE]'),
  ],
  'content in an unknown form': [
    sse({
      choices: [{ index: 0, delta: { content: [{ type: 'picture', url: 'x' }] }, finish_reason: 'stop' }],
    }),
    sse('[DONE]'),
  ],
  'only another choice': [
    sse({ choices: [{ index: 1, delta: { content: 'x' }, finish_reason: 'stop' }] }),
    sse('[DONE]'),
  ],
  'an event named error': ['event: error\ndata: {}\n\n', sse('[DONE]')],
  'a text in an event named error': ['event: error\ndata: overloaded\n\n', sse('[DONE]')],
  HTML: ['<html><body>502 Bad Gateway</body></html>'],
  'plain text': ['upstream connect error'],
};

/** Endings that are no success, after a text. */
export const BAD_ENDINGS = [
  'error',
  'abort',
  'insufficient_system_resource',
  'network_error',
  'something_new',
];

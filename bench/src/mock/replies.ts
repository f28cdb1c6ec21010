import { EVENT_DIGITS, EVENT_MARK } from '../load/event-counter.ts';

const COMPLETION_ID = 'chatcmpl-Bn7Qm2xR5tKd81LcVw0Yz4Hs';
const CREATED = 1_767_225_600;
const TEXT =
  'A delivery network keeps copies of objects near the people who ask for them. The name of the host resolves to the ' +
  'edge whose measured distance to the asking resolver is smallest, corrected by the load of that edge. When the edge ' +
  'does not hold the object it asks a parent, which may ask the origin; concurrent misses for one object are joined so ' +
  'that the origin sees a single request. The answer is stored under the rules the origin gave, and parts of it are ' +
  'passed on while the rest is still arriving. When an edge fails its addresses are withdrawn and the next nearest one ' +
  'takes over, with a cold cache that fills from its neighbours instead of the origin whenever that is possible for it. ' +
  'Objects that change often carry short lifetimes and validators, so a check costs a round trip and no transfer.';

const COMMON_HEADERS = [
  'date: Thu, 01 Jan 2026 00:00:00 GMT',
  'openai-processing-ms: 14',
  'openai-version: 2020-10-01',
  'x-request-id: req_4be01c6f9a7d4e35b1f2083c5d6e7a90',
  'x-ratelimit-limit-requests: 10000',
  'x-ratelimit-remaining-requests: 9999',
];

const USAGE = {
  prompt_tokens: 214,
  completion_tokens: 152,
  total_tokens: 366,
  prompt_tokens_details: { cached_tokens: 0, audio_tokens: 0 },
  completion_tokens_details: { reasoning_tokens: 0, audio_tokens: 0 },
};

/** A whole answer with its head: about 1.4 KB of JSON. */
export const WHOLE_REPLY = wholeReply();

/** Head of every stream and its first chunk, which carries the role and no text. */
export const STREAM_START = Buffer.from(
  `${responseHead(200, 'text/event-stream; charset=utf-8', 'transfer-encoding: chunked')}${framed(deltaEvent({ role: 'assistant', content: '' }, null))}`,
);

const events: Buffer[] = [];

/** The content event of that number, ready to be written: about 240 bytes, the same buffer for every stream. */
export function contentEvent(number: number): Buffer {
  return (events[number] ??= Buffer.from(
    framed(
      deltaEvent(
        { content: `${EVENT_MARK}${String(number).padStart(EVENT_DIGITS, '0')} a few words of text` },
        null,
      ),
    ),
  ));
}

/** What follows the last content event: the finish reason, the usage when it was asked for, `[DONE]`. */
export function streamEnd(eventCount: number, includeUsage: boolean): Buffer {
  const usage = { prompt_tokens: 214, completion_tokens: eventCount, total_tokens: 214 + eventCount };
  const usageEvent = includeUsage ? framed(dataLine({ ...chunkFields(), choices: [], usage })) : '';
  return Buffer.from(`${framed(deltaEvent({}, 'stop'))}${usageEvent}${framed('data: [DONE]\n\n')}0\r\n\r\n`);
}

/** A refusal in the upstream's error shape. */
export function errorReply(status: number): Buffer {
  const body = JSON.stringify({
    error: { message: 'mock failure', type: 'server_error', param: null, code: null },
  });
  return Buffer.from(
    `${responseHead(status, 'application/json', `content-length: ${Buffer.byteLength(body)}`)}${body}`,
  );
}

function wholeReply(): Buffer {
  const body = JSON.stringify({
    id: COMPLETION_ID,
    object: 'chat.completion',
    created: CREATED,
    model: 'mock-1',
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: TEXT, refusal: null, annotations: [] },
        logprobs: null,
        finish_reason: 'stop',
      },
    ],
    usage: USAGE,
    service_tier: 'default',
    system_fingerprint: 'fp_7c1d40a2be',
  });
  return Buffer.from(
    `${responseHead(200, 'application/json', `content-length: ${Buffer.byteLength(body)}`)}${body}`,
  );
}

function responseHead(status: number, contentType: string, framing: string): string {
  return [
    `HTTP/1.1 ${status} ${status === 200 ? 'OK' : 'Error'}`,
    `content-type: ${contentType}`,
    ...COMMON_HEADERS,
    framing,
    '',
    '',
  ].join('\r\n');
}

function chunkFields(): object {
  return {
    id: COMPLETION_ID,
    object: 'chat.completion.chunk',
    created: CREATED,
    model: 'mock-1',
    system_fingerprint: 'fp_7c1d40a2be',
  };
}

function deltaEvent(delta: object, finishReason: string | null): string {
  return dataLine({
    ...chunkFields(),
    choices: [{ index: 0, delta, logprobs: null, finish_reason: finishReason }],
  });
}

function dataLine(value: object): string {
  return `data: ${JSON.stringify(value)}\n\n`;
}

/** One HTTP chunk. */
function framed(data: string): string {
  return `${Buffer.byteLength(data).toString(16)}\r\n${data}\r\n`;
}

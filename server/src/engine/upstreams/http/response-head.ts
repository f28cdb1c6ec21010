import type { ResponseHeaders } from './direct/response-handler.ts';
import type { Framing } from './stream-parser.ts';

/** The form of a 200 response: events, one JSON value, or something no model server sends. */
export type ResponseKind = 'stream' | 'whole' | 'unknown';

/**
 * By content type, because some servers ignore whether streaming was requested; without one, as requested.
 */
export function responseKind(headers: ResponseHeaders, streamRequested: boolean): ResponseKind {
  const type = headers['content-type'];
  if (type === undefined) return streamRequested ? 'stream' : 'whole';
  // Tries the exact spellings first: they are the usual case, and this runs once per request.
  if (type === 'text/event-stream' || /^text\/event-stream\s*(;|$)/i.test(type)) return 'stream';
  if (FRAMES.test(type)) return 'stream';
  // Of a plain text the body decides.
  return type === 'application/json' || /^(application\/([\w.-]+\+)?json|text\/plain)\s*(;|$)/i.test(type)
    ? 'whole'
    : 'unknown';
}

const FRAMES = /^application\/vnd\.amazon\.eventstream\s*(;|$)/i;

/** How the events of a stream are framed. */
export function framingOf(headers: ResponseHeaders): Framing {
  const type = headers['content-type'];
  return type !== undefined && FRAMES.test(type) ? 'frames' : 'lines';
}

const BYTE_ORDER_MARK = '\xef\xbb\xbf';
const OBJECT = 0x7b;
const LIST = 0x5b;

/** What a body begins as, whatever its head says. `unknown`: with whitespace only, so far. */
export function kindOfBody(body: Buffer): ResponseKind {
  // Nearly all whole answers begin like this, and decoding their beginning would cost a hundredth of an answer.
  if (body[0] === OBJECT || body[0] === LIST) return 'whole';
  // Servers show with empty lines that they live; what is longer is no beginning of a stream.
  const start = body.toString('latin1', 0, 4096).replace(BYTE_ORDER_MARK, '').trimStart();
  if (start === '') return 'unknown';
  return start.startsWith('{') || start.startsWith('[') ? 'whole' : 'stream';
}

/**
 * The engine's hint in seconds from now: `retry-after-ms`, or `retry-after` as seconds or as a date of any of HTTP's forms.
 * Undefined when missing or unusable.
 */
export function retryAfterSeconds(headers: ResponseHeaders, nowMs: number): number | undefined {
  const milliseconds = headers['retry-after-ms'];
  if (milliseconds !== undefined && NUMBER.test(milliseconds)) return Number(milliseconds) / 1000;
  const value = headers['retry-after'];
  if (value === undefined) return undefined;
  if (NUMBER.test(value)) return Number(value);
  // The oldest form has no zone, and means UTC.
  const dateMs = Date.parse(/gmt|utc|z$/i.test(value) ? value : `${value} GMT`);
  return Number.isNaN(dateMs) ? undefined : Math.max(0, (dateMs - nowMs) / 1000);
}

const NUMBER = /^\s*\d+(\.\d+)?\s*$/;

/** The kind of an error where a header says it: as `ThrottlingException:http://internal.amazon.com/…`, or after a `#`. */
export function errorTypeOf(headers: ResponseHeaders): string | undefined {
  const name = headers['x-amzn-errortype']?.split(':')[0]?.trim();
  return name === undefined || name === '' ? undefined : name;
}

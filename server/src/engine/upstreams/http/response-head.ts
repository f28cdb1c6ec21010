import type { ResponseHeaders } from './direct/response-handler.ts';

/** The form of a 200 response: events, one JSON value, or something no model server sends. */
export type AnswerForm = 'stream' | 'whole' | 'unknown';

/**
 * By content type, because some servers ignore whether streaming was requested; without one, as requested.
 */
export function answerForm(headers: ResponseHeaders, streamRequested: boolean): AnswerForm {
  const type = headers['content-type'];
  if (type === undefined) return streamRequested ? 'stream' : 'whole';
  // Tries the exact spellings first: they are the usual case, and this runs once per request.
  if (type === 'text/event-stream' || /^text\/event-stream\s*(;|$)/i.test(type)) return 'stream';
  return type === 'application/json' || /^application\/json\s*(;|$)/i.test(type) ? 'whole' : 'unknown';
}

/** Retry-After in seconds from now, given as seconds or as a date; undefined when missing or unusable. */
export function retryAfterSeconds(headers: ResponseHeaders, nowMs: number): number | undefined {
  const value = headers['retry-after'];
  if (value === undefined) return undefined;
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value);
  const dateMs = Date.parse(value);
  return Number.isNaN(dateMs) ? undefined : Math.max(0, (dateMs - nowMs) / 1000);
}

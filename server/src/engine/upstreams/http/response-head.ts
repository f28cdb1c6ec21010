import type { IncomingHttpHeaders } from 'node:http';

/** How a 200 answers: as events, as one JSON value, or as something no model server says. */
export type AnswerForm = 'stream' | 'whole' | 'unknown';

/** By its content type, as some servers stream or do not stream against the request; without one, as was asked for. */
export function answerForm(headers: IncomingHttpHeaders, streamRequested: boolean): AnswerForm {
  const type = headers['content-type'];
  if (type === undefined) return streamRequested ? 'stream' : 'whole';
  // The exact spellings first: they are the usual case, and the head is read once per request.
  if (type === 'text/event-stream' || /^text\/event-stream\s*(;|$)/i.test(type)) return 'stream';
  return type === 'application/json' || /^application\/json\s*(;|$)/i.test(type) ? 'whole' : 'unknown';
}

/** Retry-After in seconds from now, given as seconds or as a date; undefined when missing or unusable. */
export function retryAfterSeconds(headers: IncomingHttpHeaders, nowMs: number): number | undefined {
  const value = headers['retry-after'];
  if (value === undefined) return undefined;
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value);
  const dateMs = Date.parse(value);
  return Number.isNaN(dateMs) ? undefined : Math.max(0, (dateMs - nowMs) / 1000);
}

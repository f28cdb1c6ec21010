import { setTimeout as delay } from 'node:timers/promises';
import { OutboundError, type OutboundResponse } from '#kit';
import { EventWatch } from './event-watch.ts';

export interface Resumption {
  /** Of the message that the stream is to answer. */
  readonly requestId: number | string;
  /** Asks for what follows an event. */
  readonly resume: (lastEventId: string, leftMs: number) => Promise<OutboundResponse>;
  /** For all streams together. */
  readonly timeoutMs: number;
  /** Of all streams without an answer together. Each of them has the bounds of its way. */
  readonly limitBytes: number;
  readonly signal: AbortSignal;
}

const MAX_FAILURES = 3;
const RETRY_MS = 1000;
/** One that says 0 and never answers would be asked without a pause, for as long as a call may take. */
const MIN_RETRY_MS = 200;
/** Read along with when the reader asks for it, who may have had enough lines: a network's chunk of 64 KB may have 8,000 events. */
const SLICE_BYTES = 4096;
/** Ends an event that was cut off, so that the first of the next stream is not read as its end. */
const EVENT_END = Buffer.from('\n\n');

/** `unreachable` is also a connection that broke, the other failures are ours. */
function isBroken(error: unknown): boolean {
  return error instanceof OutboundError && error.failure === 'unreachable';
}

/** A client error would be the same the next time. */
function mayChange({ status }: OutboundResponse): boolean {
  return status >= 500 || status === 429;
}

export function isEventStream({ contentType }: OutboundResponse): boolean {
  return contentType?.trim().toLowerCase().startsWith('text/event-stream') ?? false;
}

/**
 * The events of a stream and of those that continue it: a stream that ends or breaks ahead of its answer is resumed behind the last event
 * that had an id, after the time the server said (Streamable HTTP of 2025, "Resumability"). Not by the library, which resumes without
 * bounds, and forgets the id when a resumed stream is empty.
 */
export async function* resumedEvents(
  first: OutboundResponse,
  options: Resumption,
): AsyncGenerator<Uint8Array, void, undefined> {
  const { requestId, timeoutMs, limitBytes } = options;
  const watch = new EventWatch(requestId);
  const endsAtMs = performance.now() + timeoutMs;
  let bytes = 0;
  let stream: OutboundResponse | undefined = first;
  while (stream !== undefined) {
    try {
      for await (const chunk of stream.body) {
        bytes += chunk.length;
        for (let at = 0; at < chunk.length; at += SLICE_BYTES) {
          const slice = chunk.subarray(at, at + SLICE_BYTES);
          watch.add(slice);
          yield slice;
        }
      }
    } catch (error) {
      if (!isBroken(error) || watch.lastEventId === '') throw error;
    }
    if (watch.isComplete || watch.lastEventId === '' || bytes > limitBytes) return;
    stream = await nextStream(watch, endsAtMs, options);
    watch.restart();
    yield EVENT_END;
  }
}

/** Undefined where there is none, or no time for it. */
async function nextStream(
  { lastEventId, retryMs = RETRY_MS }: EventWatch,
  endsAtMs: number,
  { resume, signal }: Resumption,
): Promise<OutboundResponse | undefined> {
  const delayMs = Math.max(retryMs, MIN_RETRY_MS);
  for (let failures = 0; failures < MAX_FAILURES; failures++) {
    const leftMs = endsAtMs - performance.now() - delayMs;
    if (leftMs <= 0) return undefined;
    await delay(delayMs, undefined, { signal });
    try {
      const response = await resume(lastEventId, leftMs);
      if (response.status === 200 && isEventStream(response)) return response;
      response.close();
      if (!mayChange(response)) return undefined;
    } catch (error) {
      if (!isBroken(error)) throw error;
    }
  }
  return undefined;
}

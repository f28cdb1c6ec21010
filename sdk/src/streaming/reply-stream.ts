import type { OpenResponse } from '../core/transport.ts';
import { StreamError, SvcError } from '../core/errors.ts';
import { readStreamError } from '../core/error-body.ts';
import { readEvents } from './server-sent-events.ts';

/** What one kind of stream means. */
export interface Grammar<Event, Reply> {
  /** The data that says the reply is complete, where it is no event itself. */
  readonly end?: string;
  /** Whether this event is the last of a complete reply. */
  isLast(event: Event): boolean;
  /** Takes an event into the reply. */
  add(event: Event): void;
  /** The text an event that is in has brought; empty for others. */
  textOf(event: Event): string;
  /** The whole reply, once the last event is in. */
  reply(): Reply;
}

/**
 * A reply as it is written. Iterate over it for its events, over `text()` for pieces of its text, or wait for `final()`. It runs
 * once: what one of them took the others do not see again, but `final()` always is the whole reply. Whoever stops iterating hangs up,
 * and the service stops writing.
 */
export class ReplyStream<Event, Reply> implements AsyncIterable<Event> {
  /** Headers of the answer, `x-svc-billing-source` among them. */
  readonly headers: Headers;
  readonly #response: OpenResponse;
  readonly #grammar: Grammar<Event, Reply>;
  readonly #events: AsyncGenerator<Event, void>;
  #complete = false;
  #text = '';

  constructor(response: OpenResponse, grammar: Grammar<Event, Reply>) {
    this.headers = response.response.headers;
    this.#response = response;
    this.#grammar = grammar;
    this.#events = this.#read();
  }

  /** Id of the request, to name when asking for help. */
  get requestId(): string | undefined {
    return this.headers.get('x-svc-request-id') ?? undefined;
  }

  [Symbol.asyncIterator](): AsyncGenerator<Event, void> {
    return this.#events;
  }

  /** The text, piece by piece. */
  async *text(): AsyncGenerator<string, void> {
    for await (const event of this.#events) {
      const text = this.#grammar.textOf(event);
      if (text !== '') yield text;
    }
  }

  /** The whole reply, read to its end. Rejects with a `StreamError` when it breaks off, and when somebody hung up. */
  async final(): Promise<Reply> {
    while (!(await this.#events.next()).done);
    if (!this.#complete)
      throw new StreamError(
        'The stream was closed before the reply was complete.',
        'stream_error',
        this.requestId,
      );
    return this.#grammar.reply();
  }

  /** The text that has arrived. After a `StreamError` it may end in the middle of a word. */
  get textSoFar(): string {
    return this.#text;
  }

  /** Hangs up. What was written until then is paid for. */
  abort(): void {
    this.#response.abort();
  }

  async *#read(): AsyncGenerator<Event, void> {
    try {
      for await (const { data } of readEvents(this.#response.response.body!)) {
        if (data === this.#grammar.end) {
          this.#complete = true;
          return;
        }
        const event = this.#parse(data);
        this.#grammar.add(event);
        this.#text += this.#grammar.textOf(event);
        this.#complete = this.#grammar.isLast(event);
        yield event;
        if (this.#complete) return;
      }
      throw new StreamError(
        'The stream ended before the reply did. Ask again from the start.',
        'stream_error',
        this.requestId,
      );
    } catch (error) {
      if (error instanceof SvcError) throw error;
      this.#response.signal?.throwIfAborted();
      throw new StreamError(
        'The connection broke before the reply was complete.',
        'stream_error',
        this.requestId,
        error,
      );
    } finally {
      // Also where somebody stopped iterating: the service is not to write for nobody.
      this.#response.abort();
    }
  }

  #parse(data: string): Event {
    const event = JSON.parse(data) as Event;
    const error = readStreamError(event, this.requestId);
    if (error) throw error;
    return event;
  }
}

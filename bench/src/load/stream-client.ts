import { Client, type ClientListener } from './client.ts';
import type { EventCounter } from './event-counter.ts';
import type { EventDelays } from './event-delays.ts';

/** One streamed request on a connection of its own, read to its end. */
export class StreamClient implements ClientListener {
  readonly counter: EventCounter;
  readonly delays: EventDelays;
  /** From sending the request to the first content event; undefined when none came. */
  firstEventMs: number | undefined;
  /** Answered with 200, ended by `[DONE]` and by HTTP framing. */
  endedWell = false;
  readonly #client: Client;
  readonly #request: Buffer;
  readonly #onEnd: () => void;
  #startMs = 0;
  #status = 0;
  #ended = false;

  constructor(
    port: number,
    request: Buffer,
    counters: { readonly counter: EventCounter; readonly delays: EventDelays },
    onEnd: () => void,
  ) {
    this.counter = counters.counter;
    this.delays = counters.delays;
    this.#request = request;
    this.#onEnd = onEnd;
    this.#startMs = performance.now();
    this.#client = new Client(port, this);
  }

  /** The request counts from when it was due to be sent, so a slow accept is part of the wait. */
  connected(): void {
    this.#client.send(this.#request);
  }

  head(status: number): void {
    this.#status = status;
  }

  body(bytes: Buffer, start: number, end: number): void {
    this.counter.read(bytes, start, end);
    if (this.counter.received === 0) return;
    const nowMs = performance.now();
    this.firstEventMs ??= nowMs - this.#startMs;
    this.delays.arrived(this.counter.received, nowMs);
  }

  end(): void {
    this.endedWell = this.#status === 200 && this.counter.complete && this.counter.disordered === 0;
    this.#finish();
  }

  closed(): void {
    this.#finish();
  }

  close(): void {
    this.#client.close();
  }

  #finish(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#onEnd();
  }
}

import type { EventSink, ResponseSink } from '../response-sink.ts';

/** Buffers a response that has no connection. Calls `ended` when it is over. */
export class BufferSink implements ResponseSink {
  readonly #ended: () => void;
  status: number | undefined;
  headers: readonly string[] = [];
  text = '';
  /** The response was broken off and is incomplete. */
  broken = false;

  constructor(ended: () => void) {
    this.#ended = ended;
  }

  get begun(): boolean {
    return this.status !== undefined;
  }

  json(status: number, body: string, headers: readonly string[]): void {
    this.#begin(status, headers);
    this.text = body;
    this.#ended();
  }

  chunks(headers: readonly string[], chunks: Iterator<Buffer>): void {
    this.#begin(200, headers);
    for (let next = chunks.next(); !next.done; next = chunks.next()) this.text += next.value.toString();
    this.#ended();
  }

  events(_keepAlive: unknown, headers: () => readonly string[]): EventSink {
    let pending = '';
    let begun = false;
    const flush = (): boolean => {
      if (pending !== '' && !begun) this.#begin(200, headers());
      begun ||= pending !== '';
      this.text += pending;
      pending = '';
      return true;
    };
    const end = (): void => {
      flush();
      if (begun) this.#ended();
    };
    return {
      get begun() {
        return begun;
      },
      add: (events) => void (pending += events),
      flush,
      end,
      endBroken: () => {
        this.broken = true;
        end();
      },
      cancel: () => void (pending = ''),
    };
  }

  destroy(): void {
    this.broken = true;
    this.#ended();
  }

  #begin(status: number, headers: readonly string[]): void {
    this.status = status;
    this.headers = headers;
  }
}

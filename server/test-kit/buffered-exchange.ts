import type { Operation } from '@svc/contract';
import { Exchange, type Credential, type EventSink, type ResponseSink } from '#exchange';

/** An exchange without a connection: its response is kept, and a test can leave it as a caller would. */
export class BufferedExchange extends Exchange {
  readonly sink = new BufferSink(() => this.#close());
  readonly #listeners: (() => void)[] = [];
  #closed = false;
  #gone = false;

  constructor({
    operation,
    credential,
    body,
  }: {
    operation: Operation;
    credential: Credential;
    body: object;
  }) {
    super({
      requestId: `req_${crypto.randomUUID()}`,
      operation,
      receivedAtMs: Date.now(),
      startedAt: performance.now(),
    });
    this.credential = credential;
    this.bytes = Buffer.from(JSON.stringify(body));
  }

  get gone(): boolean {
    return this.#gone;
  }

  onClose(listener: () => void): void {
    if (this.#closed) listener();
    else this.#listeners.push(listener);
  }

  /** Resolves when the response is over. */
  get closed(): Promise<void> {
    return new Promise((resolve) => this.onClose(resolve));
  }

  leave(): void {
    this.#gone = true;
    this.#close();
  }

  #close(): void {
    if (this.#closed) return;
    this.#closed = true;
    for (const listener of this.#listeners) listener();
  }
}

class BufferSink implements ResponseSink {
  readonly #ended: () => void;
  status: number | undefined;
  headers: readonly string[] = [];
  text = '';
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

  pieces(headers: readonly string[], pieces: Iterator<Buffer>): void {
    this.#begin(200, headers);
    for (let next = pieces.next(); !next.done; next = pieces.next()) this.text += next.value.toString();
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

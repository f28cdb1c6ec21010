import { OutboundError } from './outbound-error.ts';

export interface DeadlineOptions {
  /** For everything: names, connections, redirects, the whole body. */
  readonly timeoutMs: number;
  /** Until the head of the final answer. */
  readonly firstByteMs: number;
  readonly signal: AbortSignal | undefined;
}

/** The time of one request as one signal, whose reason is the OutboundError to throw. Must be ended. */
export class Deadline {
  readonly #controller = new AbortController();
  readonly #total: NodeJS.Timeout;
  readonly #firstByte: NodeJS.Timeout;
  readonly #caller: AbortSignal | undefined;
  readonly #leave = (): void => this.#controller.abort(new OutboundError('aborted', 'caller'));

  constructor({ timeoutMs, firstByteMs, signal }: DeadlineOptions) {
    const expire = (): void => this.#controller.abort(new OutboundError('timeout', 'time'));
    this.#total = setTimeout(expire, timeoutMs);
    this.#firstByte = setTimeout(expire, firstByteMs);
    this.#caller = signal;
    if (signal?.aborted === true) this.#leave();
    else signal?.addEventListener('abort', this.#leave, { once: true });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  responseBegan(): void {
    clearTimeout(this.#firstByte);
  }

  end(): void {
    clearTimeout(this.#total);
    clearTimeout(this.#firstByte);
    this.#caller?.removeEventListener('abort', this.#leave);
  }
}

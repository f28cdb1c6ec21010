import { StreamFailure } from '@svc/connector/protocol';
import { OutboundError } from '#kit';

/** Combines the timeout of a call, for both attempts, and its caller's signal (D-TUN-15). Must be ended. */
export class CallDeadline {
  readonly #controller = new AbortController();
  readonly #endsAt: number;
  readonly #timer: NodeJS.Timeout;
  readonly #caller: AbortSignal | undefined;
  readonly #leave = (): void => this.#controller.abort(new OutboundError('aborted', 'caller'));

  constructor(timeoutMs: number, caller: AbortSignal | undefined) {
    this.#endsAt = performance.now() + timeoutMs;
    this.#timer = setTimeout(() => this.#controller.abort(new StreamFailure('timeout')), timeoutMs);
    this.#caller = caller;
    if (caller?.aborted) this.#leave();
    else caller?.addEventListener('abort', this.#leave, { once: true });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** At least one millisecond: the protocol does not allow an expired deadline. */
  get leftMs(): number {
    return Math.max(1, Math.ceil(this.#endsAt - performance.now()));
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#caller?.removeEventListener('abort', this.#leave);
  }
}

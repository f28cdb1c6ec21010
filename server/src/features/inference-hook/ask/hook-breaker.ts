import type { Clock } from '#kit';

/** Failures in a row from which on a hook is left alone (POLICY-15). */
const MAX_FAILURES = 20;
const REST_MS = 30_000;

/** Leaves one organization's hook alone while it fails: its requests would only wait for their timeouts. */
export class HookBreaker {
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  #failures = 0;
  #restsUntilMs = -Infinity;
  #probing = false;

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock;
  }

  /** Whether the hook may be asked now. After a rest one request tries, and the others do not wait for it. */
  begin(): boolean {
    if (this.#failures < MAX_FAILURES) return true;
    if (this.#probing || this.#clock.monotonicMs() < this.#restsUntilMs) return false;
    this.#probing = true;
    return true;
  }

  /** How a question that had begun ended. One whose caller left tells nothing. */
  end(result: 'verdict' | 'failed' | 'aborted'): void {
    this.#probing = false;
    if (result === 'verdict') this.#failures = 0;
    if (result !== 'failed') return;
    this.#failures++;
    if (this.#failures >= MAX_FAILURES) this.#restsUntilMs = this.#clock.monotonicMs() + REST_MS;
  }
}

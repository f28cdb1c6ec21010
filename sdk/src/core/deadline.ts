/** What may be given up: by its caller, by itself, and when its time is over. */
export interface Deadline {
  /** Aborted with the reason of whoever was first. */
  readonly signal: AbortSignal;
  abort(reason?: unknown): void;
  /** From now on it has all the time it wants. */
  clear(): void;
}

/** A timer set for longer would go off at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** `whenOver` makes the reason for which the signal is aborted after so many milliseconds. */
export function startDeadline(ms: number, whenOver: () => Error, caller: AbortSignal | undefined): Deadline {
  const own = new AbortController();
  const timer =
    ms === Infinity ? undefined : setTimeout(() => own.abort(whenOver()), Math.min(ms, MAX_TIMER_MS));
  return {
    signal: caller ? AbortSignal.any([caller, own.signal]) : own.signal,
    abort: (reason) => own.abort(reason),
    clear: () => clearTimeout(timer),
  };
}

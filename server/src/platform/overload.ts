import { ApiError, ERRORS } from '@svc/contract';
import { EngineFault } from '#engine';
import type { Exchange } from '#exchange';

/** After so long half as many refusals count. */
const HALF_LIFE_MS = 10_000;
/** One second more for so many refusals lately. */
const REFUSALS_PER_SECOND = 8;

/**
 * Where the contract lists it, on messages, a full or busy service is 503 `overloaded` (D-19, D-78), and the more callers were sent away lately, the
 * longer Retry-After tells them to wait (D-17): if all came back at once, it would be just as full.
 */
export class Overload {
  readonly #mostSeconds: () => number;
  #recent = 0;
  #atMs = 0;

  constructor(mostSeconds: () => number) {
    this.#mostSeconds = mostSeconds;
  }

  /** The error as the operation says it. */
  rename(error: ApiError, { operation }: Exchange, nowMs: number): ApiError {
    if (!operation.errors.includes('overloaded') || !isFull(error)) return error;
    this.#recent = this.#recent * 2 ** ((this.#atMs - nowMs) / HALF_LIFE_MS) + 1;
    this.#atMs = nowMs;
    const seconds =
      (ERRORS.overloaded.retryAfterSeconds ?? 0) + Math.floor(this.#recent / REFUSALS_PER_SECOND);
    return new ApiError('overloaded', {
      cause: error.options.cause,
      retryAfterSeconds: hintOf(error) ?? Math.min(seconds, this.#mostSeconds()),
    });
  }
}

/** The engine's own, where it gave one. */
function hintOf({ options: { cause, retryAfterSeconds } }: ApiError): number | undefined {
  return cause instanceof EngineFault && cause.retryAfterSeconds !== undefined
    ? retryAfterSeconds
    : undefined;
}

/** Out of capacity: the service itself (no cause) or the engine. A dependency that is away is something else. */
function isFull({ catalogName, options: { cause } }: ApiError): boolean {
  return catalogName === 'temporarily_unavailable' && (cause === undefined || cause instanceof EngineFault);
}

import { setTimeout as delay } from 'node:timers/promises';
import type { PrefetchTarget } from './prefetched-requests.ts';

const FIRST_RETRY_MS = 2;
const MAX_RETRY_MS = 50;

export interface CountedRequest {
  /** Milliseconds until there is room. 0: the request was counted. */
  readonly waitMs: number;
  readonly epoch: number | undefined;
}

export interface WaitingRequestsParts {
  /** Counts a request as one that was drawn; the epoch that came with it. */
  readonly spend: (request: PrefetchTarget) => number | undefined;
  /** Asks Redis to count a request and to recall what stands in the way. `openMs`: for how long that may take. Rejects with RedisUnavailable. */
  readonly ask: (request: PrefetchTarget) => Promise<CountedRequest & { readonly openMs: number }>;
  /** Then requests are refused although draws are still open. */
  readonly atMostMs: number;
  readonly onEnd: () => void;
}

interface Waiting {
  readonly request: PrefetchTarget;
  readonly resolve: (counted: CountedRequest) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Requests of one caller whose limit is reached with what nodes have drawn and may give back. One of them asks at a time, after 2, 4, 8 …
 * ms: a caller far beyond its limit would otherwise make each of its requests ask as often.
 */
export class WaitingRequests {
  readonly #parts: WaitingRequestsParts;
  #waiting: Waiting[] = [];
  #running = false;

  constructor(parts: WaitingRequestsParts) {
    this.#parts = parts;
  }

  join(request: PrefetchTarget): Promise<CountedRequest> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ request, resolve, reject });
      if (!this.#running) void this.#run();
    });
  }

  async #run(): Promise<void> {
    this.#running = true;
    const endsAtMs = performance.now() + this.#parts.atMostMs;
    try {
      for (let retryMs = FIRST_RETRY_MS; this.#waiting.length > 0;) {
        const refused = await this.#decideFirst();
        if (!refused) continue;
        if (refused.openMs > 0 && performance.now() < endsAtMs) {
          await delay(Math.min(retryMs, refused.openMs));
          retryMs = Math.min(2 * retryMs, MAX_RETRY_MS);
        } else this.#refuse(refused);
      }
    } catch (error) {
      for (const { reject } of this.#waiting.splice(0)) reject(error);
    }
    this.#parts.onEnd();
  }

  /** Undefined when the first request was counted. */
  async #decideFirst(): Promise<(CountedRequest & { readonly openMs: number }) | undefined> {
    const { request } = this.#waiting[0]!;
    const prefetched = this.#parts.spend(request);
    const outcome =
      prefetched === undefined ? await this.#parts.ask(request) : { waitMs: 0, epoch: prefetched, openMs: 0 };
    if (outcome.waitMs > 0) return outcome;
    this.#waiting.shift()!.resolve(outcome);
    return undefined;
  }

  /** All with the limit of the first: the same answer holds for them. */
  #refuse(refused: CountedRequest): void {
    const { limit } = this.#waiting[0]!.request;
    const same = this.#waiting.filter(({ request }) => request.limit === limit);
    this.#waiting = this.#waiting.filter(({ request }) => request.limit !== limit);
    for (const { resolve } of same) resolve(refused);
  }
}

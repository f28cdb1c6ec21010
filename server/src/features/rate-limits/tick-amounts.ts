import type { PrefetchRequest } from '#cluster';

/** What calls were counted as and did not take, by the tick in which the counters of all nodes count it. */
export class TickAmounts {
  readonly #amounts = new Map<number, { requests: number; inputTokens: number }>();

  get empty(): boolean {
    return this.#amounts.size === 0;
  }

  /** Without a tick the counters know nothing of the call. */
  add(tick: number | undefined, requests: number, inputTokens: number): void {
    if (tick === undefined) return;
    const amounts = this.#amounts.get(tick) ?? { requests: 0, inputTokens: 0 };
    amounts.requests += requests;
    amounts.inputTokens += inputTokens;
    this.#amounts.set(tick, amounts);
  }

  entries(): PrefetchRequest['surplus'] {
    return [...this.#amounts].map(([tick, amounts]) => ({ tick, ...amounts }));
  }

  total(): { requests: number; inputTokens: number } {
    const total = { requests: 0, inputTokens: 0 };
    for (const { requests, inputTokens } of this.#amounts.values()) {
      total.requests += requests;
      total.inputTokens += inputTokens;
    }
    return total;
  }
}

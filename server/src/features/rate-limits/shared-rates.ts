import { RedisUnavailable, type SharedCounters, type SharedTake, type SharedUse } from '#cluster';
import { WINDOW_MS } from './minute-window.ts';
import type { OwnLimit, RateGroup, RequestRates } from './request-rates.ts';

/** Request rates that hold over all nodes together, as long as Redis answers (LIMIT-12). */
export class SharedRates {
  readonly #counters: SharedCounters;
  readonly #rates: RequestRates;

  constructor(counters: SharedCounters, rates: RequestRates) {
    this.#counters = counters;
    this.#rates = rates;
  }

  /** Counts one request; undefined when Redis is away and the node must count alone. */
  async take(
    group: RateGroup,
    organizationId: string,
    caller: string,
    own?: OwnLimit,
  ): Promise<SharedTake | undefined> {
    try {
      return await this.#counters.take({
        organizationId,
        counter: counterOf(group, caller),
        ...this.#rates.window(group, own),
      });
    } catch (error) {
      if (error instanceof RedisUnavailable) return undefined;
      throw error;
    }
  }

  /** The same for a network of which nobody knows yet who asks. */
  takeOfNetwork(group: RateGroup, network: string): Promise<SharedTake | undefined> {
    return this.take(group, `network/${network}`, network);
  }

  /**
   * What is counted in these windows of an organization, and for it in these groups. One round trip; undefined when Redis is
   * away.
   */
  async readUse(
    organizationId: string,
    windows: readonly string[],
    groups: readonly RateGroup[],
  ): Promise<SharedUse | undefined> {
    const counters = groups.map((group) => counterOf(group, organizationId));
    try {
      return await this.#counters.readUse({ organizationId, windows, counters, windowMs: WINDOW_MS });
    } catch (error) {
      if (error instanceof RedisUnavailable) return undefined;
      throw error;
    }
  }

  /** The organization's credential epoch; undefined when Redis is away or does not know it. */
  async readEpoch(organizationId: string): Promise<number | undefined> {
    try {
      return await this.#counters.readEpoch(organizationId);
    } catch (error) {
      if (error instanceof RedisUnavailable) return undefined;
      throw error;
    }
  }

  /** In the background: whoever needs it to have happened asks Redis. */
  publishEpoch(organizationId: string, epoch: number): void {
    this.#counters.publishEpoch(organizationId, epoch).catch(() => undefined);
  }
}

function counterOf(group: RateGroup, caller: string): string {
  return `${group}:${caller}`;
}

import { CountersAway, type SharedCounters, type SharedTake } from '#cluster';
import type { OwnLimit, RateGroup, RequestRates } from './request-rates.ts';

/** Request rates that hold over all nodes together, as long as the shared counters answer (LIMIT-12). */
export class SharedRates {
  readonly #counters: SharedCounters;
  readonly #rates: RequestRates;

  constructor(counters: SharedCounters, rates: RequestRates) {
    this.#counters = counters;
    this.#rates = rates;
  }

  /** Counts one request; undefined when the counters are away and the node must count alone. */
  async take(
    group: RateGroup,
    organizationId: string,
    caller: string,
    own?: OwnLimit,
  ): Promise<SharedTake | undefined> {
    try {
      return await this.#counters.take({
        organizationId,
        counter: `${group}:${caller}`,
        ...this.#rates.window(group, own),
      });
    } catch (error) {
      if (error instanceof CountersAway) return undefined;
      throw error;
    }
  }

  /** The same for a network of which nobody knows yet who asks. */
  takeOfNetwork(group: RateGroup, network: string): Promise<SharedTake | undefined> {
    return this.take(group, `network/${network}`, network);
  }

  /** The organization's credential epoch; undefined when the counters are away or do not know it. */
  async readEpoch(organizationId: string): Promise<number | undefined> {
    try {
      return await this.#counters.readEpoch(organizationId);
    } catch (error) {
      if (error instanceof CountersAway) return undefined;
      throw error;
    }
  }

  /** In the background: whoever needs it to have happened asks the counters. */
  publishEpoch(organizationId: string, epoch: number): void {
    this.#counters.publishEpoch(organizationId, epoch).catch(() => undefined);
  }
}

import { RedisUnavailable, type SharedCounters, type SharedTake, type SharedUse } from '#cluster';
import { WINDOW_MS } from './minute-window.ts';
import type { OwnLimit, RateGroup, RequestRates } from './request-rates.ts';

export type { SharedTake };

/** Request rates that hold over all nodes together, as long as Redis answers (LIMIT-12). */
export class SharedRates {
  readonly #counters: SharedCounters;
  readonly #rates: RequestRates;

  constructor(counters: SharedCounters, rates: RequestRates) {
    this.#counters = counters;
    this.#rates = rates;
  }

  /**
   * Counts one request; undefined when Redis is away and the node must count alone. Synchronous where this node has drawn
   * requests ahead.
   */
  take(
    group: RateGroup,
    organizationId: string,
    caller: string,
    own?: OwnLimit,
  ): SharedTake | undefined | Promise<SharedTake | undefined> {
    if (this.#counters.unavailable) return undefined;
    const counter = counterOf(group, caller);
    const taken = this.#counters.take({ organizationId, counter, ...this.#rates.window(group, own) });
    return taken instanceof Promise ? taken.catch(undefinedIfUnavailable) : taken;
  }

  /** The same for a network of which nobody knows yet who asks. */
  takeOfNetwork(group: RateGroup, network: string): SharedTake | undefined | Promise<SharedTake | undefined> {
    return this.take(group, `network/${network}`, network);
  }

  /**
   * What is counted in these windows of an organization, and for it in these groups. One round trip; undefined when Redis is
   * away.
   */
  readUse(
    organizationId: string,
    windows: readonly string[],
    groups: readonly RateGroup[],
  ): Promise<SharedUse | undefined> {
    const counters = groups.map((group) => counterOf(group, organizationId));
    const use = this.#counters.readUse({ organizationId, windows, counters, windowMs: WINDOW_MS });
    return use.catch(undefinedIfUnavailable);
  }

  /** Afterwards Redis knows what this node has spent of what it drew ahead. */
  settle(organizationId: string, groups: readonly RateGroup[]): Promise<void> {
    return this.#counters.settle(
      organizationId,
      groups.map((group) => counterOf(group, organizationId)),
    );
  }

  /** The organization's credential epoch; undefined when Redis is away or does not know it. Synchronous where this node has leased it. */
  readEpoch(organizationId: string): number | undefined | Promise<number | undefined> {
    if (this.#counters.unavailable) return undefined;
    const epoch = this.#counters.readEpoch(organizationId);
    return epoch instanceof Promise ? epoch.catch(undefinedIfUnavailable) : epoch;
  }

  /** In the background: whoever needs it to have happened asks Redis. */
  publishEpoch(organizationId: string, epoch: number): void {
    this.#counters.publishEpoch(organizationId, epoch, { announce: false }).catch(() => undefined);
  }
}

function undefinedIfUnavailable(error: unknown): undefined {
  if (!(error instanceof RedisUnavailable)) throw error;
}

function counterOf(group: RateGroup, caller: string): string {
  return `${group}:${caller}`;
}

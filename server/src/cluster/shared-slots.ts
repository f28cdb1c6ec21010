import type { SlotClaim, SlotLender, SlotLoan } from '#engine';
import type { SharedCounters } from './shared-counters.ts';

/** In the script's numbering. */
const OUTCOMES = ['granted', 'fair_share', 'full', 'unknown'] as const;

/** Engine slots shared by several nodes. All methods reject with RedisUnavailable. */
export class SharedSlots implements SlotLender {
  readonly #counters: SharedCounters;

  constructor(counters: SharedCounters) {
    this.#counters = counters;
  }

  get unavailable(): boolean {
    return this.#counters.unavailable;
  }

  /** Changes when what Redis knew may be lost. */
  get connection(): number {
    return this.#counters.connection;
  }

  async claim({
    engine,
    holder,
    number,
    capacity,
    fairFrom,
    lifetimeMs,
    nodes,
    held,
    inUse,
    kept,
    wanted,
  }: SlotClaim): Promise<SlotLoan> {
    const limits = [holder, number, capacity, fairFrom, lifetimeMs, this.#counters.offsetMs, nodes];
    const result = await this.#counters.claimSlots(engine, [
      ...limits,
      inUse,
      kept,
      held.size,
      ...[...held].flat(),
      ...wanted,
    ]);
    const [leased = inUse, leasedByAll = capacity, holders = 1, ...outcomes] = result;
    return { leased, leasedByAll, holders, outcomes: outcomes.map((outcome) => OUTCOMES[outcome] ?? 'full') };
  }

  /** Returns all of the holder's slots. */
  async leave(engine: string, holder: string): Promise<void> {
    await this.#counters.claimSlots(engine, [holder, 0, 0, 0, 0, this.#counters.offsetMs, 0, 0, 0, 0]);
  }
}

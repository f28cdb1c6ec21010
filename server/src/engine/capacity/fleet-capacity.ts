import type { Clock } from '#kit';
import { LocalCapacity, type CapacityManager, type EngineSlots } from './capacity.ts';
import { SlotCount } from './slot-count.ts';
import type { SlotLender } from './slot-lender.ts';
import { SlotSlice } from './slot-slice.ts';

export interface FleetCapacityOptions {
  readonly lender: SlotLender;
  /** Identifies this run of this node, and is never reused. */
  readonly runId: string;
  readonly clock: Clock;
}

/** Slots shared by all nodes. Engines inside the process are not shared: each node has its own. */
export class FleetCapacity implements CapacityManager {
  readonly #options: FleetCapacityOptions;
  readonly #local = new LocalCapacity();
  #slices = 0;

  constructor(options: FleetCapacityOptions) {
    this.#options = options;
  }

  slots(capacity: number, sharedAs?: string): EngineSlots {
    if (sharedAs === undefined) return new SlotCount(capacity);
    const { lender, runId, clock } = this.#options;
    // Each configuration of an engine gets its own slice: the runs of a replaced one continue in parallel.
    return new SlotSlice({ capacity, engine: sharedAs, holder: `${runId}/${++this.#slices}`, lender, clock });
  }

  /** A shared engine's slots are decided across all nodes when one is requested. */
  check(engines: readonly EngineSlots[], organizationId: string): void {
    if (engines.every((slots) => !(slots instanceof SlotSlice))) this.#local.check(engines, organizationId);
  }
}

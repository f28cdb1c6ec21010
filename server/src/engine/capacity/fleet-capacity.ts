import type { Clock } from '#kit';
import { LocalCapacity, type CapacityManager, type EngineSlots } from './capacity.ts';
import { SlotCount } from './slot-count.ts';
import type { SlotLender } from './slot-lender.ts';
import { SlotSlice } from './slot-slice.ts';

export interface FleetCapacityOptions {
  readonly lender: SlotLender;
  /** This run of this node, a name that no other has or had. */
  readonly runId: string;
  readonly clock: Clock;
}

/** Slots that all nodes share. Engines inside the process are not shared: each node has its own. */
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
    // A slice of its own for each configuration of an engine: the runs of a replaced one go on beside the new.
    return new SlotSlice({ capacity, engine: sharedAs, holder: `${runId}/${++this.#slices}`, lender, clock });
  }

  /** A shared engine's slots are judged over all nodes when one is requested. */
  check(engines: readonly EngineSlots[], organizationId: string): void {
    if (engines.every((slots) => !(slots instanceof SlotSlice))) this.#local.check(engines, organizationId);
  }
}

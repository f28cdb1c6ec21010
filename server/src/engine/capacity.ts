import { ApiError } from '@svc/contract';

/** The slots of one engine on this node. Every take is given back exactly once. */
export interface EngineSlots {
  readonly capacity: number;
  readonly inUse: number;
  /** Slots an organization holds here. */
  heldBy(organizationId: string): number;
  /** Organizations that hold at least one slot. */
  holders(): Iterable<string>;
  take(organizationId: string): void;
  giveBack(organizationId: string): void;
}

/**
 * Decides who may start a request (D-78). The implementation here counts on this node alone; one shared between nodes
 * leases slices of the slots to each node and answers from its slice, so the interface stays synchronous.
 */
export interface CapacityManager {
  slots(capacity: number): EngineSlots;
  /**
   * Passes when the organization may start one more request on these engines. Throws `temporarily_unavailable` (503)
   * when all their slots are taken, `capacity_busy` (429) when the organization has its fair share already.
   */
  check(engines: readonly EngineSlots[], organizationId: string): void;
}

class LocalSlots implements EngineSlots {
  readonly capacity: number;
  inUse = 0;
  readonly #held = new Map<string, number>();

  constructor(capacity: number) {
    this.capacity = capacity;
  }

  heldBy(organizationId: string): number {
    return this.#held.get(organizationId) ?? 0;
  }

  holders(): Iterable<string> {
    return this.#held.keys();
  }

  take(organizationId: string): void {
    this.inUse++;
    this.#held.set(organizationId, this.heldBy(organizationId) + 1);
  }

  giveBack(organizationId: string): void {
    this.inUse--;
    const left = this.heldBy(organizationId) - 1;
    // Only those who hold something are kept, so that the map is as small as the load and its size is their number.
    if (left > 0) this.#held.set(organizationId, left);
    else this.#held.delete(organizationId);
  }
}

/** Share of the slots that must be taken before an organization is held to its fair share. */
const FAIR_SHARE_FROM = 0.8;

export class LocalCapacity implements CapacityManager {
  readonly #fairShareFrom: number;

  /** `fairShareFrom`: the share of busy slots, from 0 to 1, at which fair shares begin to count. */
  constructor(fairShareFrom: number = FAIR_SHARE_FROM) {
    this.#fairShareFrom = fairShareFrom;
  }

  slots(capacity: number): EngineSlots {
    return new LocalSlots(capacity);
  }

  check(engines: readonly EngineSlots[], organizationId: string): void {
    let capacity = 0;
    let inUse = 0;
    let held = 0;
    for (const engine of engines) {
      capacity += engine.capacity;
      inUse += Math.min(engine.inUse, engine.capacity);
      held += engine.heldBy(organizationId);
    }
    if (inUse >= capacity) throw new ApiError('temporarily_unavailable');
    // A newcomer always finds a place while there is one, whoever holds the rest.
    if (held === 0 || inUse < capacity * this.#fairShareFrom) return;
    if (held >= Math.ceil(capacity / countHolders(engines))) throw new ApiError('capacity_busy');
  }
}

function countHolders(engines: readonly EngineSlots[]): number {
  const all = new Set<string>();
  for (const engine of engines) for (const holder of engine.holders()) all.add(holder);
  return all.size;
}

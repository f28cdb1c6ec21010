import { ApiError } from '@svc/contract';
import { SlotCount } from './slot-count.ts';

/** Why a slot was refused, by its name in the catalogue of errors. */
export type SlotRefusal = 'capacity_busy' | 'capacity_unreachable' | 'temporarily_unavailable';
export type SlotAnswer = 'taken' | SlotRefusal;

/** The slots of one engine, as this node has them. Every slot taken is given back exactly once. */
export interface EngineSlots {
  readonly capacity: number;
  /** Slots that this node's requests hold. */
  readonly inUse: number;
  /** As far as this node knows there is room for one more, without asking anybody. */
  readonly hasRoom: boolean;
  /** Slots an organization holds here. */
  heldBy(organizationId: string): number;
  /** Organizations that hold at least one slot. */
  holders(): Iterable<string>;
  /** Takes a slot for one request. A promise, where other nodes have to be asked; it never rejects. */
  request(organizationId: string): SlotAnswer | Promise<SlotAnswer>;
  /** Takes a slot at once, free or not: a run that changes its engine waits for nobody. */
  take(organizationId: string): void;
  giveBack(organizationId: string): void;
  /** The engine is not used any more; resolves when nothing of it is set aside for this node. Never rejects. */
  close(): Promise<void>;
}

/** Decides who may start a request (D-78): on this node alone, or together with others (`FleetCapacity`). */
export interface CapacityManager {
  /** `sharedAs`: the engine's name among all nodes; undefined for an engine inside this process. */
  slots(capacity: number, sharedAs?: string): EngineSlots;
  /**
   * Passes unless it is clear already that the organization may not start one more request on these engines. Throws
   * `temporarily_unavailable` (503) when all their slots are taken, `capacity_busy` (429) when the organization has its
   * fair share already.
   */
  check(engines: readonly EngineSlots[], organizationId: string): void;
}

/** Share of the slots that must be taken before an organization is held to its fair share. */
export const FAIR_SHARE_FROM = 0.8;

/** Judges all engines of a model together, by what is in use here: then a slot that is free is there for the taking. */
export class LocalCapacity implements CapacityManager {
  readonly #fairShareFrom: number;

  /** `fairShareFrom`: the share of busy slots, from 0 to 1, at which fair shares begin to count. */
  constructor(fairShareFrom: number = FAIR_SHARE_FROM) {
    this.#fairShareFrom = fairShareFrom;
  }

  slots(capacity: number): EngineSlots {
    return new SlotCount(capacity);
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

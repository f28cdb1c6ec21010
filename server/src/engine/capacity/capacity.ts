import { ApiError } from '@svc/contract';
import { SlotCount } from './slot-count.ts';

/** Why a slot was refused, by its name in the error catalog. */
export type SlotRefusal = 'capacity_busy' | 'capacity_unreachable' | 'temporarily_unavailable';
export type SlotOutcome = 'taken' | SlotRefusal;

/**
 * Work that uses only the slots that live calls leave free, and gives its own up when a live call needs it.
 */
export interface BackgroundRun {
  /** Ends the run immediately. Its slot was already taken away. */
  preempt(): void;
}

/** One engine's slots as seen by this node. Every taken slot is released exactly once. */
export interface EngineSlots {
  readonly capacity: number;
  /** Slots held by this node's requests. */
  readonly inUse: number;
  /** Requests that wait until other nodes were asked for a slot. */
  readonly waiting: number;
  /** Whether there is room for one more, as far as this node knows without asking. */
  readonly hasRoom: boolean;
  /** Slots that an organization holds on this node. */
  heldBy(organizationId: string): number;
  /** Organizations that hold at least one slot. */
  holders(): Iterable<string>;
  /** Organizations that took or asked for a slot within the last minute: one slot is left to those who hold none now. */
  sharers(): Iterable<string>;
  /** An organization was refused a slot: it counts as one of the sharers. */
  noteRefused(organizationId: string): void;
  /** Takes a slot for one request. Returns a promise if other nodes must be asked; it never rejects. */
  request(organizationId: string): SlotOutcome | Promise<SlotOutcome>;
  /** Takes a slot immediately, free or not: a run that fails over does not wait. */
  take(organizationId: string): void;
  release(organizationId: string): void;
  /** Slots held by background work. They are not `inUse`, so they do not affect live calls. */
  readonly background: number;
  /** Whether live calls leave room for one more background run. */
  readonly hasBackgroundRoom: boolean;
  /**
   * Takes a slot until `releaseBackground`, or until a live call needs it: then the youngest background
   * run is preempted.
   */
  takeInBackground(run: BackgroundRun): void;
  releaseBackground(run: BackgroundRun): void;
  /** The engine is no longer used; resolves when this node has no slots of it reserved. Never rejects. */
  close(): Promise<void>;
}

/** Decides who may start a request (D-78): on this node alone, or with other nodes (`FleetCapacity`). */
export interface CapacityManager {
  /** `sharedAs`: the engine's name across nodes; undefined for an engine inside this process. */
  slots(capacity: number, sharedAs?: string): EngineSlots;
  /**
   * Throws if it is already clear that the organization may not start one more request on these engines:
   * `temporarily_unavailable` (503) when all slots are taken, `capacity_busy` (429) when the organization
   * already has its fair share.
   */
  check(engines: readonly EngineSlots[], organizationId: string): void;
}

/** The share of taken slots from which an organization is limited to its fair share. */
export const FAIR_SHARE_FROM = 0.8;

/** Decides for all engines of a model together by this node's own use: a free slot can always be taken. */
export class LocalCapacity implements CapacityManager {
  readonly #fairShareFrom: number;

  /** `fairShareFrom`: the share of busy slots, from 0 to 1, from which fair shares apply. */
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
    if (inUse >= capacity) {
      for (const engine of engines) engine.noteRefused(organizationId);
      throw new ApiError('temporarily_unavailable');
    }
    // A newcomer gets a slot whenever one is free, whoever holds the rest.
    if (held === 0 || inUse < capacity * this.#fairShareFrom) return;
    // The last slot is left to those who hold none between their calls, or one that always calls would keep them out for long.
    const isLast = capacity - inUse === 1;
    const tenants = isLast ? count(engines, 'sharers') : count(engines, 'holders');
    if (held >= Math.ceil(capacity / tenants)) throw new ApiError('capacity_busy');
  }
}

function count(engines: readonly EngineSlots[], which: 'holders' | 'sharers'): number {
  const all = new Set<string>();
  for (const engine of engines) for (const id of engine[which]()) all.add(id);
  return all.size;
}

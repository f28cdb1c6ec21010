import type { EngineSlots, SlotAnswer } from './capacity.ts';

/** The slots of an engine that this node has to itself. */
export class SlotCount implements EngineSlots {
  readonly capacity: number;
  readonly #held = new Map<string, number>();
  #inUse = 0;

  constructor(capacity: number) {
    this.capacity = capacity;
  }

  get inUse(): number {
    return this.#inUse;
  }

  get hasRoom(): boolean {
    return this.#inUse < this.capacity;
  }

  /** Slots in use by organization. */
  get held(): ReadonlyMap<string, number> {
    return this.#held;
  }

  heldBy(organizationId: string): number {
    return this.#held.get(organizationId) ?? 0;
  }

  holders(): Iterable<string> {
    return this.#held.keys();
  }

  request(organizationId: string): SlotAnswer | Promise<SlotAnswer> {
    this.take(organizationId);
    return 'taken';
  }

  take(organizationId: string): void {
    this.#inUse++;
    this.#held.set(organizationId, this.heldBy(organizationId) + 1);
  }

  giveBack(organizationId: string): void {
    this.#inUse--;
    const left = this.heldBy(organizationId) - 1;
    // Only those who hold something are kept, so that the map is as small as the load and its size is their number.
    if (left > 0) this.#held.set(organizationId, left);
    else this.#held.delete(organizationId);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

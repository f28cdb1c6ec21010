import type { BackgroundRun, EngineSlots, SlotOutcome } from './capacity.ts';
import { RecentNeed } from './recent-need.ts';
import { RecentSharers } from './recent-sharers.ts';

/**
 * Share of an engine that background work leaves free beyond the recent need of live calls, so that it is
 * rarely preempted.
 */
const HEADROOM = 0.1;

/** An engine's slots that only this node uses. */
export class SlotCount implements EngineSlots {
  readonly capacity: number;
  readonly #held = new Map<string, number>();
  readonly #background: BackgroundRun[] = [];
  readonly #need = new RecentNeed();
  readonly #sharers = new RecentSharers();
  #inUse = 0;

  constructor(capacity: number) {
    this.capacity = capacity;
  }

  get inUse(): number {
    return this.#inUse;
  }

  /** On one node, the answer is always at hand. */
  get waiting(): number {
    return 0;
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

  *sharers(): Iterable<string> {
    yield* this.#held.keys();
    for (const id of this.#sharers.current(performance.now())) if (!this.#held.has(id)) yield id;
  }

  noteRefused(organizationId: string): void {
    this.#sharers.note(organizationId, performance.now());
  }

  request(organizationId: string): SlotOutcome | Promise<SlotOutcome> {
    this.take(organizationId);
    return 'taken';
  }

  take(organizationId: string): void {
    this.#inUse++;
    this.#held.set(organizationId, this.heldBy(organizationId) + 1);
    this.#need.note(this.#inUse);
    this.yieldBackground();
  }

  release(organizationId: string): void {
    this.#inUse--;
    const left = this.heldBy(organizationId) - 1;
    if (left > 0) return void this.#held.set(organizationId, left);
    // Keeps only organizations that hold something: the map stays as small as the load.
    this.#held.delete(organizationId);
    this.#sharers.note(organizationId, performance.now());
  }

  get background(): number {
    return this.#background.length;
  }

  get hasBackgroundRoom(): boolean {
    return this.#background.length < this.backgroundRoom(this.#need.current(this.#inUse));
  }

  takeInBackground(run: BackgroundRun): void {
    this.#background.push(run);
  }

  releaseBackground(run: BackgroundRun): void {
    const at = this.#background.lastIndexOf(run);
    if (at >= 0) this.#background.splice(at, 1);
  }

  /** Slots for background work next to this many live calls, minus a reserve. */
  protected backgroundRoom(liveCalls: number): number {
    return this.capacity - Math.floor(this.capacity * HEADROOM) - liveCalls;
  }

  /** Slots that live calls currently leave free. */
  protected get leftForBackground(): number {
    return this.capacity - this.#inUse;
  }

  /** Preempts the youngest background runs until live calls have their slots. */
  protected yieldBackground(): void {
    while (this.#background.length > Math.max(0, this.leftForBackground)) this.#background.pop()!.preempt();
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

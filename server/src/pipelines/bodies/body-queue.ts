import { FairQueue, HeldBytes } from '#kit';

/** An item that waits for its turn. */
interface Waiting<Item> {
  readonly party: string;
  readonly item: Item;
  readonly bytes: number;
}

/** How many bytes may wait: of one party, and of all. */
export interface QueueLimits {
  readonly partyBytes: number;
  readonly bytes: number;
}

/**
 * Work that is done one piece after the other, in turn for everybody who has some: whoever sends a thousand bodies keeps others
 * waiting for one. Bytes count from `add` until `done`.
 */
export class BodyQueue<Item> {
  readonly #waiting = new FairQueue<Waiting<Item>>();
  readonly #held = new HeldBytes();

  /** False, and nothing was added, where it would be beyond the limits. */
  add(party: string, bytes: number, item: Item, limits: QueueLimits): boolean {
    if (this.#held.of(party) + bytes > limits.partyBytes || this.#held.total + bytes > limits.bytes)
      return false;
    this.#held.add([party], bytes);
    this.#waiting.push(party, { party, item, bytes });
    return true;
  }

  /** The next item, and what is to be called when it is done with. Its party has its next turn after all others. */
  take(): { readonly item: Item; readonly done: () => void } | undefined {
    const next = this.#waiting.shift();
    if (!next) return undefined;
    const { party, item, bytes } = next;
    return { item, done: () => this.#held.add([party], -bytes) };
  }
}

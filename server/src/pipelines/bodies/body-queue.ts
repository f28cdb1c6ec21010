import { FairQueue, HeldBytes } from '#kit';

/** A waiting item. */
interface Waiting<Item> {
  readonly tenant: string;
  readonly item: Item;
  readonly bytes: number;
}

/** How many bytes may wait per tenant and in total. */
export interface QueueLimits {
  readonly tenantBytes: number;
  readonly bytes: number;
}

/**
 * A queue of work that runs one item at a time, with senders taking turns: a sender of a thousand bodies
 * delays others by one body. Bytes count from `add` until `done`.
 */
export class BodyQueue<Item> {
  readonly #waiting = new FairQueue<Waiting<Item>>();
  readonly #held = new HeldBytes();

  /** Adds an item. False, without adding it, when it would exceed the limits. */
  add(tenant: string, bytes: number, item: Item, limits: QueueLimits): boolean {
    if (this.#held.of(tenant) + bytes > limits.tenantBytes || this.#held.total + bytes > limits.bytes)
      return false;
    this.#held.add([tenant], bytes);
    this.#waiting.push(tenant, { tenant, item, bytes });
    return true;
  }

  /** The next item, and a function to call when it is done. Its tenant gets its next turn after all others. */
  take(): { readonly item: Item; readonly done: () => void } | undefined {
    const next = this.#waiting.shift();
    if (!next) return undefined;
    const { tenant, item, bytes } = next;
    return { item, done: () => this.#held.add([tenant], -bytes) };
  }
}

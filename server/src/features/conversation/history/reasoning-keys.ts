import { DAY_MS, deriveKey, type Clock, type Secret } from '#kit';

/** Nodes may change the key a moment before this one. */
const AHEAD_DAYS = 1;
/** One per day of the longest time a signature is believed; others are derived again. */
const KEPT_KEYS = 1000;

export interface ReasoningKeyTimes {
  readonly rotationDays: number;
  readonly acceptedDays: number;
}

export interface ReasoningKey {
  readonly id: string;
  readonly bytes: Buffer;
}

/**
 * The keys reasoning is signed with (D-45). Each is derived from the data key and the day it came into use, which is its
 * id: every node has the same ones, nothing is stored, and an id nobody used is a key nobody has signed with.
 */
export class ReasoningKeys {
  readonly #dataKey: Secret;
  readonly #clock: Clock;
  readonly #times: () => ReasoningKeyTimes;
  readonly #keys = new Map<string, Buffer>();

  constructor(dataKey: Secret, clock: Clock, times: () => ReasoningKeyTimes) {
    this.#dataKey = dataKey;
    this.#clock = clock;
    this.#times = times;
  }

  /** The one in use. */
  current(): ReasoningKey {
    const { rotationDays } = this.#times();
    return this.#key(Math.floor(this.#today() / rotationDays) * rotationDays);
  }

  /** The key of an id, as long as what it signed is believed: `acceptedDays` from when the next came into use. */
  find(id: string): ReasoningKey | undefined {
    if (!/^[0-9a-z]{1,6}$/.test(id)) return undefined;
    const day = Number.parseInt(id, 36);
    const { rotationDays, acceptedDays } = this.#times();
    const ageDays = this.#today() - day;
    if (day.toString(36) !== id || ageDays < -AHEAD_DAYS || ageDays > rotationDays + acceptedDays)
      return undefined;
    return this.#key(day);
  }

  /** A key of its own for another use, the same for good. */
  derive(use: string): Buffer {
    return deriveKey(this.#dataKey, `svc ${use}`);
  }

  #key(day: number): ReasoningKey {
    const id = day.toString(36);
    let bytes = this.#keys.get(id);
    if (!bytes) {
      if (this.#keys.size >= KEPT_KEYS) this.#keys.clear();
      bytes = this.derive(`reasoning ${id}`);
      this.#keys.set(id, bytes);
    }
    return { id, bytes };
  }

  #today(): number {
    return Math.floor(this.#clock.nowMs() / DAY_MS);
  }
}

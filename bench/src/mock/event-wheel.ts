const SLOTS = 1024;

/** Something that writes one event when it is due. */
export interface WheelEntry {
  readonly delayMs: number;
  /** Writes; false when there is nothing more to write. */
  writeDue(): boolean;
}

/**
 * Timers for thousands of streams: entries that fall due in the same millisecond are written in one turn
 * of the event loop. One `setTimeout` per event would cost more than the write itself.
 */
export class EventWheel {
  #slots: WheelEntry[][] = Array.from({ length: SLOTS }, () => []);
  #entries = 0;
  #atMs = 0;
  #timer: NodeJS.Timeout | undefined;

  /** The entry's first event falls due after its delay (1 to 1,023 ms). */
  add(entry: WheelEntry): void {
    if (this.#entries++ === 0) {
      this.#atMs = Math.floor(performance.now());
      this.#timer = setInterval(() => this.#turn(), 1);
    }
    this.#place(entry, Math.floor(performance.now()) + entry.delayMs);
  }

  #place(entry: WheelEntry, dueMs: number): void {
    const earliestMs = this.#atMs + 1;
    const slotMs = Math.min(Math.max(dueMs, earliestMs), this.#atMs + SLOTS - 1);
    this.#slots[slotMs % SLOTS]?.push(entry);
  }

  #turn(): void {
    const nowMs = Math.floor(performance.now());
    while (this.#atMs < nowMs && this.#entries > 0) {
      this.#atMs++;
      const slot = this.#atMs % SLOTS;
      const due = this.#slots[slot];
      if (!due || due.length === 0) continue;
      this.#slots[slot] = [];
      for (const entry of due) {
        if (entry.writeDue()) this.#place(entry, this.#atMs + entry.delayMs);
        else this.#entries--;
      }
    }
    if (this.#entries === 0) clearInterval(this.#timer);
  }
}

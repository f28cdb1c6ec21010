const MINUTES = 60;
const MINUTE_MS = 60_000;

/** Counts events of the last hour in buckets of a minute. */
export class HourlyCount {
  /** Allocated with the first event: most connections are idle. */
  #counts: Uint32Array | undefined;
  #minute = 0;

  add(nowMs: number): void {
    this.#counts ??= new Uint32Array(MINUTES);
    this.#forgetOld(nowMs);
    this.#counts[this.#minute % MINUTES]!++;
  }

  total(nowMs: number): number {
    if (!this.#counts) return 0;
    this.#forgetOld(nowMs);
    return this.#counts.reduce((sum, count) => sum + count, 0);
  }

  #forgetOld(nowMs: number): void {
    const minute = Math.floor(nowMs / MINUTE_MS);
    const passed = Math.min(minute - this.#minute, MINUTES);
    for (let i = 1; i <= passed; i++) this.#counts![(minute - passed + i) % MINUTES] = 0;
    if (passed > 0) this.#minute = minute;
  }
}

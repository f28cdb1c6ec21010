/** Bytes that are held in all, and by each of those they are counted for. Nothing is kept of who holds none. */
export class HeldBytes {
  readonly #byParty = new Map<string, number>();
  #total = 0;

  get total(): number {
    return this.#total;
  }

  of(party: string): number {
    return this.#byParty.get(party) ?? 0;
  }

  /** Counts bytes for every one of the parties, and once in all. Fewer than zero: they are given back. */
  add(parties: readonly string[], bytes: number): void {
    for (const party of parties) {
      const held = this.of(party) + bytes;
      if (held > 0) this.#byParty.set(party, held);
      else this.#byParty.delete(party);
    }
    this.#total += bytes;
  }
}

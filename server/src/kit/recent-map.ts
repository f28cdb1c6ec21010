/**
 * A map that holds at most `limit` entries and always keeps the more recently used half of them.
 * Two generations instead of a linked list: a hit on a busy entry writes nothing, and eviction drops a whole map at once.
 */
export class RecentMap<K, V> {
  readonly #generationLimit: number;
  #young = new Map<K, V>();
  #old = new Map<K, V>();

  constructor(limit: number) {
    this.#generationLimit = Math.max(1, Math.floor(limit / 2));
  }

  get size(): number {
    return this.#young.size + this.#old.size;
  }

  get(key: K): V | undefined {
    const value = this.#young.get(key);
    if (value !== undefined) return value;
    const aged = this.#old.get(key);
    if (aged !== undefined) this.set(key, aged);
    return aged;
  }

  set(key: K, value: V): void {
    if (this.#young.size >= this.#generationLimit && !this.#young.has(key)) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#old.delete(key);
    this.#young.set(key, value);
  }

  delete(key: K): void {
    this.#young.delete(key);
    this.#old.delete(key);
  }

  deleteWhere(matches: (value: V) => boolean): void {
    for (const generation of [this.#young, this.#old]) {
      for (const [key, value] of generation) if (matches(value)) generation.delete(key);
    }
  }

  clear(): void {
    this.#young.clear();
    this.#old.clear();
  }
}

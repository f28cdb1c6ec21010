/**
 * A map that holds at most `limit` entries, or as many as weigh that much together, and always keeps the more recently used half of them.
 * Two generations instead of a linked list: a hit on a busy entry writes nothing, and eviction drops a whole map at once.
 */
export class RecentMap<K, V> {
  readonly #generationLimit: number;
  readonly #weigh: (value: V) => number;
  #young = new Map<K, V>();
  #youngWeight = 0;
  #old = new Map<K, V>();

  constructor(limit: number, weigh: (value: V) => number = () => 1) {
    this.#generationLimit = Math.max(1, Math.floor(limit / 2));
    this.#weigh = weigh;
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
    const known = this.#young.get(key);
    if (known !== undefined) this.#youngWeight -= this.#weigh(known);
    else if (this.#youngWeight >= this.#generationLimit) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#youngWeight = 0;
    }
    this.#old.delete(key);
    this.#young.set(key, value);
    this.#youngWeight += this.#weigh(value);
  }

  delete(key: K): void {
    const young = this.#young.get(key);
    if (young !== undefined) {
      this.#young.delete(key);
      this.#youngWeight -= this.#weigh(young);
    }
    this.#old.delete(key);
  }

  deleteWhere(matches: (value: V) => boolean): void {
    for (const generation of [this.#young, this.#old]) {
      for (const [key, value] of generation) if (matches(value)) this.delete(key);
    }
  }

  clear(): void {
    this.#young.clear();
    this.#youngWeight = 0;
    this.#old.clear();
  }
}

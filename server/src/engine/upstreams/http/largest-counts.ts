import { isFields } from './error-object.ts';
import { readTokenCount } from './token-count.ts';

/** Counts of one reply by name. A stream repeats them, and leaves out or says 0 of what it does not know there: the largest counts (D-ENG-16). */
export class LargestCounts<Name extends string> {
  readonly #names: readonly Name[];
  readonly #counts = new Map<Name, number>();

  constructor(names: readonly Name[]) {
    this.#names = names;
  }

  read(usage: unknown): void {
    if (!isFields(usage)) return;
    for (const name of this.#names) {
      const said = readTokenCount(usage[name]);
      if (said !== undefined) this.#counts.set(name, Math.max(said, this.#counts.get(name) ?? 0));
    }
  }

  get isEmpty(): boolean {
    return this.#counts.size === 0;
  }

  get(name: Name): number | undefined {
    return this.#counts.get(name);
  }

  /** 0 for what was not said. */
  sum(...names: readonly Name[]): number {
    return names.reduce((sum, name) => sum + (this.#counts.get(name) ?? 0), 0);
  }
}

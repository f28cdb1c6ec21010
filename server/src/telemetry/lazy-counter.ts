import { Counter, type Registry } from 'prom-client';
import { LabelTree, type LabelValue } from './label-tree.ts';

/**
 * Tallies in plain maps, and gives the metrics library its counts only when somebody scrapes: its counters hash their
 * labels on every increment, which on the request path costs more than the rest of the bookkeeping.
 */
export class LazyCounter {
  /** What was counted since the last scrape. */
  readonly #tallies = new LabelTree(() => ({ count: 0 }));

  constructor(registry: Registry, name: string, help: string, labelNames: readonly string[]) {
    const tallies = this.#tallies;
    new Counter({
      name,
      help,
      labelNames: [...labelNames],
      registers: [registry],
      collect() {
        for (const { values, leaf } of tallies.leaves)
          this.inc(
            Object.fromEntries(labelNames.map((label, i) => [label, String(values[i] ?? '')])),
            leaf.count,
          );
        tallies.clear();
      },
    });
  }

  /** The amount, then the values of the labels. */
  add(amount: number, ...values: readonly LabelValue[]): void {
    this.#tallies.at(values).count += amount;
  }
}

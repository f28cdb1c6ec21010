import { Counter, type Registry } from 'prom-client';

type LabelValue = string | number;

/** What was counted since the last scrape for one combination of labels. */
interface Tally {
  readonly values: readonly LabelValue[];
  count: number;
}

type Branch = Map<LabelValue, Branch | Tally>;

/**
 * Tallies in plain maps, and gives the metrics library its counts only when somebody scrapes: its counters hash their
 * labels on every increment, which on the request path costs more than the rest of the bookkeeping. A map for each label,
 * since values joined into one key would be a string to hash for every request.
 */
export class LazyCounter {
  readonly #root: Branch = new Map();
  #tallies: Tally[] = [];

  constructor(registry: Registry, name: string, help: string, labelNames: readonly string[]) {
    const take = (): readonly Tally[] => this.#take();
    new Counter({
      name,
      help,
      labelNames: [...labelNames],
      registers: [registry],
      collect() {
        for (const { values, count } of take())
          this.inc(Object.fromEntries(labelNames.map((label, i) => [label, String(values[i] ?? '')])), count);
      },
    });
  }

  /** The amount, then the values of the labels. */
  add(amount: number, ...values: readonly LabelValue[]): void {
    let found: Branch | Tally | undefined = this.#root;
    for (const value of values) {
      found = (found as Branch).get(value);
      if (found === undefined) return this.#begin(amount, values);
    }
    (found as Tally).count += amount;
  }

  #begin(amount: number, values: readonly LabelValue[]): void {
    const tally = { values, count: amount };
    this.#tallies.push(tally);
    let branch = this.#root;
    for (const value of values.slice(0, -1)) {
      let next = branch.get(value) as Branch | undefined;
      if (!next) branch.set(value, (next = new Map()));
      branch = next;
    }
    branch.set(values.at(-1)!, tally);
  }

  #take(): readonly Tally[] {
    const tallies = this.#tallies;
    this.#tallies = [];
    this.#root.clear();
    return tallies;
  }
}

export type LabelValue = string | number;

type Branch<T> = Map<LabelValue, Branch<T> | T>;

/**
 * Something for every combination of label values that has occurred. A map for each label, since values joined into one
 * key would be a string to hash on the path of every request.
 */
export class LabelTree<T extends object> {
  readonly #create: () => T;
  readonly #root: Branch<T> = new Map();
  #leaves: { readonly values: readonly LabelValue[]; readonly leaf: T }[] = [];

  constructor(create: () => T) {
    this.#create = create;
  }

  /** In the order in which the combinations first occurred. */
  get leaves(): readonly { readonly values: readonly LabelValue[]; readonly leaf: T }[] {
    return this.#leaves;
  }

  /** Always as many values, at least one. */
  at(values: readonly LabelValue[]): T {
    let found: Branch<T> | T | undefined = this.#root;
    for (const value of values) {
      found = (found as Branch<T>).get(value);
      if (found === undefined) return this.#add(values);
    }
    return found as T;
  }

  clear(): void {
    this.#leaves = [];
    this.#root.clear();
  }

  #add(values: readonly LabelValue[]): T {
    const leaf = this.#create();
    this.#leaves.push({ values, leaf });
    let branch = this.#root;
    for (const value of values.slice(0, -1)) {
      let next = branch.get(value) as Branch<T> | undefined;
      if (!next) branch.set(value, (next = new Map()));
      branch = next;
    }
    branch.set(values.at(-1)!, leaf);
    return leaf;
  }
}

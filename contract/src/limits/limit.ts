/** One number of the limit tables. Its unit is the last word of its name. */
export interface Limit {
  readonly value: number;
  /** What it limits, without the limit before it: an editor of the configuration shows one at a time. */
  readonly meaning: string;
}

export function limit(value: number, meaning: string): Limit {
  return { value, meaning };
}

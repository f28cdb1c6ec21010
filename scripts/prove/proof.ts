/** What a proof is told on the command line. */
export interface ProofOptions {
  /** Repetitions, for the proofs that repeat. */
  readonly rounds: number;
  readonly minutes: number;
  /** Share of the full amounts, for the proofs about amounts. */
  readonly size: number;
  /** What random choices are drawn from. */
  readonly seed?: number;
}

/** One long proof. It prints its figures as it goes and throws when what it proves does not hold. */
export interface Proof {
  readonly name: string;
  readonly summary: string;
  run(options: ProofOptions): Promise<void>;
}

/** Throws with the sentence when `holds` is false. */
export function require(holds: boolean, sentence: string): asserts holds {
  if (!holds) throw new Error(sentence);
}

/** One line of figures: `name: 12 things, 3 others`. */
export function report(name: string, figures: Readonly<Record<string, number | string>>): void {
  console.log(
    `  ${name}: ${Object.entries(figures)
      .map(([what, value]) => `${value} ${what}`)
      .join(', ')}`,
  );
}

/** The value below which the given share of the values lies, in tenths; NaN of none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return Math.round(value * 10) / 10;
}

/**
 * Work that a process repeats. A capability declares its own; `platform/periodic-jobs.ts` lists them in
 * order.
 */
export interface PeriodicJob {
  /** The name in the log: the capability, a dot, the work. */
  readonly name: string;
  readonly everyMs: number;
  /** A rejection is logged. The next run tries again. */
  readonly run: () => Promise<void> | void;
  /**
   * After the test clock moved, runs only if `everyMs` passed since its last run. Other jobs run after every
   * move.
   */
  readonly onlyWhenDue?: true;
  /** A commit signal (`signalOnCommit`) of any node that also starts a run. */
  readonly startsOn?: string;
}

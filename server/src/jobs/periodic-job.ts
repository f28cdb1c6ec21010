/** Work that a process does again and again. A capability declares its own; `platform/periodic-jobs.ts` lists them in order. */
export interface PeriodicJob {
  /** In the log: the capability, a dot, what is done. */
  readonly name: string;
  readonly everyMs: number;
  /** What it rejects with is logged. The next run tries again. */
  readonly run: () => Promise<void> | void;
  /** After the test clock was moved it runs only if `everyMs` passed since its last run. The others run after every move. */
  readonly onlyWhenDue?: true;
}

/** Runs the jobs of one kind. A capability declares its own, with the payload that it writes itself. */
export interface JobHandler<Payload = never> {
  readonly kind: string;
  /**
   * The most jobs of the kind that one process runs concurrently. One organization gets all but one of them, so that the first job of
   * another never waits for the end of a long one.
   */
  readonly concurrency: number;
  /**
   * Resolves when the job is done, or with the time of another attempt. A rejection is logged and retried
   * later, a limited number of times. A process may die at any moment, even just before the outcome is
   * recorded: then `run` is called again.
   */
  readonly run: (payload: Payload, attempt: JobAttempt) => Promise<Postponed | undefined>;
}

export interface JobAttempt {
  readonly jobId: string;
  /** Aborted when the process is about to stop: another process completes the rest. */
  readonly signal: AbortSignal;
}

/** Neither done nor failed: the attempt does not count. */
export class Postponed {
  readonly dueAtMs: number;

  constructor(dueAtMs: number) {
    this.dueAtMs = dueAtMs;
  }
}

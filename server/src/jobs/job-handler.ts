/** Does the jobs of one kind. A capability declares its own, with the payload that it writes itself. */
export interface JobHandler<Payload = never> {
  readonly kind: string;
  /** Jobs of the kind that one process works on at a time. */
  readonly atOnce: number;
  /**
   * Resolves when the job is done, or with the time of another attempt. A rejection is logged and retried later, a limited number of times.
   * A process may die at any moment, also just before the end is noted: then `run` is called again.
   */
  readonly run: (payload: Payload, attempt: JobAttempt) => Promise<Postponed | undefined>;
}

export interface JobAttempt {
  readonly jobId: string;
  /** The process is about to stop, and what is not done by now is for another one. */
  readonly signal: AbortSignal;
}

/** Not done yet and not failed either: the attempt does not count. */
export class Postponed {
  readonly dueAtMs: number;

  constructor(dueAtMs: number) {
    this.dueAtMs = dueAtMs;
  }
}

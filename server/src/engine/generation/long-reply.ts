import type { Sweepable } from '#kit';

/** A reply of several generations. Between two of them it has no run. */
export interface LongReply extends Sweepable {
  /** Ends it on behalf of the service, with an error. */
  stop(): void;
}

import type { TokenUsage } from '#engine';

/** What a call was counted as against the limits per minute. */
export interface RateTicket {
  /** What it took in the end: its prompt was an estimate, and its output counts from now on. Called at most once. */
  settle(usage: TokenUsage): void;
}

import type { TokenUsage } from '#engine';

/** What a call was counted as against the limits per minute. */
export interface RateTicket {
  /** Corrects the estimate of the prompt and counts the output. Called at most once. */
  settle(usage: TokenUsage): void;
}

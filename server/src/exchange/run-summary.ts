import type { TokenUsage } from '#engine';

/** How one metered request ended, for the log and the metrics. */
export interface RunSummary {
  readonly outcome: 'completed' | 'client_closed' | 'failed' | 'nothing';
  readonly usage: TokenUsage | undefined;
  readonly estimated: boolean;
}

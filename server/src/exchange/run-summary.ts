import type { EngineFault, TokenUsage } from '#engine';

/** When a run began and when its first output came, in milliseconds from the arrival of its request. */
export interface RunTimes {
  readonly queuedMs: number;
  /** Undefined: none came. */
  readonly firstOutputMs: number | undefined;
}

/** How one metered request ended, for the log, the metrics and its record. */
export interface RunSummary extends RunTimes {
  readonly outcome: 'completed' | 'client_closed' | 'failed' | 'nothing';
  readonly usage: TokenUsage | undefined;
  readonly estimated: boolean;
  /** What went wrong at the engine, if that ended the run. */
  readonly fault: EngineFault | undefined;
  /** Its usage record is in the journal. */
  readonly recorded: boolean;
}

import type { TokenUsage } from '#engine';

export type BillingSource = 'subscription' | 'api_credit';

/** The charge of a request, as its usage record stores it. */
export interface RecordedCharge {
  readonly billing_source: BillingSource;
  readonly cost_nanos: number;
  readonly plan_milli: number;
  readonly plan_windows: readonly number[] | null;
  readonly node_id: string;
  /** Dollars per use of the tools that ran and cost something. Absent: none did. */
  readonly tool_prices?: Readonly<Record<string, string>>;
}

/** A charge that this node has counted but that is not certain yet. Ends once. */
export interface DeferredCharge {
  /** The charging transaction committed. */
  arrived(): void;
  /** Nothing was charged. */
  dropped(): void;
}

/** Who pays for a request, fixed at admission (D-88). Ends once, by `settle`, `defer` or `release`. */
export interface Reservation {
  readonly source: BillingSource;
  /** Computes the charge of these tokens and tools, for the record. Charges nothing yet. */
  price(usage: TokenUsage): RecordedCharge;
  /** The record with the last price is in the journal and ends at byte `offset`. */
  settle(offset: number): void;
  /** The record with the last price is written to the database another way, or not at all. */
  defer(): DeferredCharge;
  /** There is no record, so nothing is charged. */
  release(): void;
}

import type { TokenUsage } from '#engine';

export type BillingSource = 'subscription' | 'api_credit';

/** What a request took, as its usage record says it. */
export interface RecordedCharge {
  readonly billing_source: BillingSource;
  readonly cost_nanos: number;
  readonly plan_milli: number;
  readonly plan_windows: readonly number[] | null;
  readonly node_id: string;
  /** Dollars per use of the tools that ran and cost something. Absent: none did. */
  readonly tool_prices?: Readonly<Record<string, string>>;
}

/** Who pays for a request, fixed at admission (D-88). Ends once, by `settle` or by `release`. */
export interface Reservation {
  readonly source: BillingSource;
  /** What these tokens and tools take, for the record. Nothing is charged yet. */
  price(usage: TokenUsage): RecordedCharge;
  /** The record with the last price is in the journal, and ends at byte `offset` of it. */
  settle(offset: number): void;
  /** There is no record: nothing is charged. */
  release(): void;
}

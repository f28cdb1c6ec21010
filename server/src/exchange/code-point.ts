import type { CodeCounter } from '@svc/contract';

/** One number that a code client reported, of a counter that is taken (CODE-02). Times are microseconds since 1970. */
export interface CodePoint {
  readonly counter: CodeCounter;
  /** As the client named it; empty where the counter has none. */
  readonly tool: string;
  /** Whole, and not negative. */
  readonly value: number;
  /** The value counts from the start of the series, not from the point before. */
  readonly isCumulative: boolean;
  /** A digest of what tells the series from others. */
  readonly series: string;
  /** 0: not told. */
  readonly startUs: number;
  readonly endUs: number;
  /** Where the value is in the body. */
  readonly param: string;
}

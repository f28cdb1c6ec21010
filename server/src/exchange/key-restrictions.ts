import type { MinuteLimits } from './minute-limits.ts';

/** What a key may do less than its workspace (ADR 0087). At least one of them is set. */
export interface KeyRestrictions {
  /** For refusals, which say which key has reached its limit. */
  readonly keyName: string;
  /** Ids of models. Null: any. */
  readonly models: ReadonlySet<string> | null;
  readonly hasBudget: boolean;
  /** Model calls of all kinds together. */
  readonly requestsPerMinute: number | null;
  /** Tokens of all models together; requests are counted earlier. */
  readonly tokensPerMinute: MinuteLimits | null;
}

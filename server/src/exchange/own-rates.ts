import type { OrganizationTier } from '@svc/contract';
import type { MinuteLimits } from './minute-limits.ts';

/** What an operator set for one organization in place of what its plan gives. */
export interface OwnRates {
  /** Null: the tier of the plan. */
  readonly tier: OrganizationTier | null;
  /** By model. What is left out is as the tier has it. */
  readonly models: ReadonlyMap<string, Partial<MinuteLimits>>;
}

export const NO_OWN_RATES: OwnRates = { tier: null, models: new Map() };

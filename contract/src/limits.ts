import { INFERENCE_LIMITS } from './limits/inference.ts';
import type { Limit } from './limits/limit.ts';
import { PLATFORM_LIMITS } from './limits/platform.ts';
import { resourceRows } from './resources.ts';

export { RATE_TIERS, type RateTier, type RateTierName } from './limits/rate-tiers.ts';

const ROWS = { ...INFERENCE_LIMITS, ...PLATFORM_LIMITS, ...resourceRows('limits') };

export type LimitName = keyof typeof ROWS;

function column<K extends keyof Limit>(key: K): Readonly<Record<LimitName, Limit[K]>> {
  const entries = Object.entries<Limit>(ROWS).map(([name, limit]) => [name, limit[key]]);
  return Object.fromEntries(entries) as Record<LimitName, Limit[K]>;
}

/**
 * Every number of both contracts' limit tables with the contract's value: the keys and defaults of `limits` in the
 * deployment configuration. Code reads the effective value from the configuration, never from here.
 */
export const LIMITS = column('value');

/** What each limit limits, for operators. */
export const LIMIT_MEANINGS = column('meaning');

/** The same numbers as a deployment has set them. */
export type LimitValues = Readonly<Record<LimitName, number>>;

import { INFERENCE_LIMITS } from './limits/inference.ts';
import { PLATFORM_LIMITS } from './limits/platform.ts';

export { RATE_TIERS, type RateTier, type RateTierName } from './limits/rate-tiers.ts';

export type LimitName = keyof typeof INFERENCE_LIMITS | keyof typeof PLATFORM_LIMITS;

/**
 * Every number of both contracts' limit tables with the contract's value: the keys and defaults of `limits` in the
 * deployment configuration. Code reads the effective value from the configuration, never from here.
 */
export const LIMITS: Readonly<Record<LimitName, number>> = { ...INFERENCE_LIMITS, ...PLATFORM_LIMITS };

/** The same numbers as a deployment has set them. */
export type LimitValues = Readonly<Record<LimitName, number>>;

/** How many requests and tokens a minute, on this node or over all. */
export { checkOverrides } from './check-overrides.ts';
export { ModelRates, type ModelCall, type RateTiers } from './model-rates.ts';
export { readRateLimits, type LimitsDeps } from './organization-limits.ts';
export { RateOverrides } from './rate-overrides.ts';
export { RequestRates, type OwnLimit, type RateGroup, type RateLimits } from './request-rates.ts';
export { SharedRates, type SharedTake } from './shared-rates.ts';
export { replaceRateOverrides, type RateOverride } from './store.ts';
export { rateLimitsModule } from './rate-limits-module.ts';
export { openRateLimits, toRateLimits } from './open-rate-limits.ts';

export { RequestRates, type RateGroup, type RateLimits } from './request-rates.ts';
export { SharedRates } from './shared-rates.ts';

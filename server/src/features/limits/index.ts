export { RequestRates, type RateGroup, type RateLimits } from './request-rates.ts';

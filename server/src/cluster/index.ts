/** State that several nodes share outside the database. */
export { announceEpochs, type CredentialsChanged, type EpochChange } from './announce-epochs.ts';
export type {
  PrefetchRequest,
  SharedTake,
  SharedUse,
  TakeRequest,
  WindowPrefetch,
} from './counter-requests.ts';
export { checkRedis, RedisRefused } from './check-redis.ts';
export { RedisUnavailable } from './redis-connection.ts';
export { SharedCounters } from './shared-counters.ts';
export { SharedSlots } from './shared-slots.ts';

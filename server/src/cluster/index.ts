/** What several nodes share beside the database. */
export { announceEpochs, type EpochChange } from './announce-epochs.ts';
export { CountersAway, SharedCounters, type SharedTake, type TakeRequest } from './shared-counters.ts';
export { SharedSlots } from './shared-slots.ts';

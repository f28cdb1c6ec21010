/** State that several nodes share outside the database. */
export { announceEpochs, type CredentialsChanged, type EpochChange } from './announce-epochs.ts';
export {
  CountersAway,
  SharedCounters,
  type DrawRequest,
  type SharedTake,
  type TakeRequest,
  type WindowDraw,
} from './shared-counters.ts';
export { SharedSlots } from './shared-slots.ts';

/** Batches: many model calls from a file, run on idle capacity at a discount (platform contract §2.8, §3.5, §4.8). */
export { batchesModule } from './batches-module.ts';
export type { LineCalls } from './runner/call-model.ts';
export { countOpenBatches } from './store/batch-rows.ts';
export { openBatches } from './open-batches.ts';
export { isOutage } from './runner/is-outage.ts';

/** Batches: many model calls from a file, run on idle capacity at a discount (platform contract §2.8, §3.5, §4.8). */
export { batchesModule } from './batches-module.ts';
export type { CountLines } from './batch-transitions.ts';
export { LineSeals } from './line-seal.ts';
export { BatchRunner, type RunnerDeps } from './runner/batch-runner.ts';
export { NoSlot, ServiceAway, type FindCaller, type LineCalls } from './runner/call-model.ts';
export { LineExchange } from './runner/line-exchange.ts';
export { countOpenBatches } from './store/batch-rows.ts';

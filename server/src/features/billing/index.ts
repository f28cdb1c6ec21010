export { MeteredRun } from './metered-run.ts';
export { UsageMeter } from './usage-meter.ts';

export { MeteredRun } from './metered-run.ts';

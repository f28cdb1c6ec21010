import { parentPort } from 'node:worker_threads';
import { checkText } from './check-text.ts';
import type { FormatAnswer, FormatJob } from './format-job.ts';
import { FormatValidators } from './format-validators.ts';

const validators = new FormatValidators();

parentPort?.on('message', (job: FormatJob) => {
  parentPort?.postMessage(checkText(job, validators) satisfies FormatAnswer);
});
// Time of a job does not start before the thread has.
parentPort?.postMessage('ready');

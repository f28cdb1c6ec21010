import { parentPort } from 'node:worker_threads';
import { countTokensOfEach } from './count-text.ts';

/** Receives `{ id, texts }` and replies with `{ id, tokens }` of each text, in order. */
export interface CountJob {
  readonly id: number;
  readonly texts: readonly string[];
}

export interface CountAnswer {
  readonly id: number;
  readonly tokens: readonly number[];
}

parentPort?.on('message', (job: CountJob) => {
  parentPort?.postMessage({ id: job.id, tokens: countTokensOfEach(job.texts) } satisfies CountAnswer);
});

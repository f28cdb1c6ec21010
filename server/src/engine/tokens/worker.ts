import { parentPort } from 'node:worker_threads';
import { countTokensOfAll } from './count-text.ts';

/** `{ id, texts }` in, `{ id, tokens }` out, in order. */
export interface CountJob {
  readonly id: number;
  readonly texts: readonly string[];
}

export interface CountAnswer {
  readonly id: number;
  readonly tokens: number;
}

parentPort?.on('message', (job: CountJob) => {
  parentPort?.postMessage({ id: job.id, tokens: countTokensOfAll(job.texts) } satisfies CountAnswer);
});

import { Worker } from 'node:worker_threads';
import type { GuessEstimate } from './estimate-guesses.ts';
import type { StrengthAnswer, StrengthQuestion } from './strength-worker.ts';

const waiting = new Map<number, PromiseWithResolvers<GuessEstimate>>();
let lastId = 0;
let worker: Worker | undefined;

/**
 * Estimates on a thread, which is started for the first password and stays: loading the list of common passwords takes longer than a
 * request may hold the event loop. Rejects when the thread ends.
 */
export function estimateOnThread(question: Omit<StrengthQuestion, 'id'>): Promise<GuessEstimate> {
  worker ??= startWorker();
  const id = ++lastId;
  const answer = Promise.withResolvers<GuessEstimate>();
  waiting.set(id, answer);
  worker.postMessage({ id, ...question } satisfies StrengthQuestion);
  return answer.promise;
}

function startWorker(): Worker {
  const started = new Worker(new URL('./strength-worker.ts', import.meta.url));
  started.on('message', ({ id, estimate }: StrengthAnswer) => {
    waiting.get(id)?.resolve(estimate);
    waiting.delete(id);
  });
  started.on('error', () => {});
  started.on('exit', () => {
    worker = undefined;
    for (const { reject } of waiting.values()) reject(new Error('the thread that estimates passwords ended'));
    waiting.clear();
  });
  // A command that has done its work does not wait for it.
  started.unref();
  return started;
}

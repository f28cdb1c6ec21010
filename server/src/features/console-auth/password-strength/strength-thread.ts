import { WorkerHost } from '#threads';
import type { GuessEstimate } from './estimate-guesses.ts';
import type { StrengthQuestion } from './strength-worker.ts';

const host = new WorkerHost<StrengthQuestion, GuessEstimate>({
  module: new URL('./strength-worker.ts', import.meta.url),
  purpose: 'estimates passwords',
});

/** Estimates on a thread: loading the list of common passwords takes longer than a request may hold the event loop. */
export function estimateOnThread(question: StrengthQuestion): Promise<GuessEstimate> {
  return host.call(question);
}

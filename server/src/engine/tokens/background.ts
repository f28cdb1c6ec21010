import { Worker } from 'node:worker_threads';
import type { GenerateRequest } from '../turns.ts';
import { promptOverheadTokens, promptTexts } from './count-prompt.ts';
import { countTokensOfEach } from './count-text.ts';
import type { CountAnswer, CountJob } from './worker.ts';

/** Up to here a count is cheaper than handing the text to another thread. */
const INLINE_CHARACTERS = 65_536;
/** Text waiting at the worker, which is a copy of it. Beyond this, callers get the estimate at once. */
const QUEUE_CHARACTERS = 33_554_432;
const ESTIMATED_BYTES_PER_TOKEN = 4;

interface Waiting {
  readonly characters: number;
  /** With the tokens of each text; undefined when nobody counted. */
  readonly resolve: (tokens: readonly number[] | undefined) => void;
}

const waiting = new Map<number, Waiting>();
let waitingCharacters = 0;
let nextId = 0;
let worker: Worker | undefined;

function estimate(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / ESTIMATED_BYTES_PER_TOKEN);
}

function settle(id: number, tokens: readonly number[] | undefined): void {
  const job = waiting.get(id);
  if (!job) return;
  waiting.delete(id);
  waitingCharacters -= job.characters;
  job.resolve(tokens);
}

/** A worker that ended answers its callers with estimates; the next count starts another. */
function abandon(ended: Worker): void {
  if (worker !== ended) return;
  worker = undefined;
  for (const id of waiting.keys()) settle(id, undefined);
}

function startWorker(): Worker {
  const started = new Worker(new URL('./worker.ts', import.meta.url));
  started.on('message', (answer: CountAnswer) => settle(answer.id, answer.tokens));
  started.on('error', () => abandon(started));
  started.on('exit', () => abandon(started));
  // Nobody waits for a count at shutdown.
  started.unref();
  return started;
}

function countInBackground(texts: readonly string[]): Promise<readonly number[] | undefined> {
  let characters = 0;
  for (const text of texts) characters += text.length;
  if (characters <= INLINE_CHARACTERS) return Promise.resolve(countTokensOfEach(texts));
  if (waitingCharacters + characters > QUEUE_CHARACTERS) return Promise.resolve(undefined);
  const id = nextId++;
  const answer = new Promise<readonly number[] | undefined>((resolve) =>
    waiting.set(id, { characters, resolve }),
  );
  waitingCharacters += characters;
  // The texts are copied, which for 32 MB takes as long as it took to find them: others have a turn in between.
  setImmediate(() => (worker ??= startWorker()).postMessage({ id, texts } satisfies CountJob));
  return answer;
}

/**
 * Tokens of each text, off the main thread where all together are above 64 K characters (fewer are counted at once).
 * Never rejects: with 32 M characters already waiting, or when the worker died, each is estimated at 4 bytes per token.
 */
export async function countEachInBackground(texts: readonly string[]): Promise<readonly number[]> {
  return (await countInBackground(texts)) ?? texts.map(estimate);
}

async function countAllInBackground(texts: readonly string[]): Promise<number> {
  const counted = await countInBackground(texts);
  return counted ? counted.reduce((sum, tokens) => sum + tokens, 0) : estimate(texts.join(''));
}

/**
 * `countTokens` off the main thread for texts above 64 K characters (shorter ones are counted at once). Never rejects:
 * with 32 M characters already waiting, or when the worker died, the answer is the estimate of one token per 4 bytes.
 */
export function countTokensInBackground(text: string): Promise<number> {
  return countAllInBackground([text]);
}

/** `countPromptTokens` off the main thread, on the same terms. */
export async function countPromptTokensInBackground(request: GenerateRequest): Promise<number> {
  return promptOverheadTokens(request) + (await countAllInBackground(promptTexts(request)));
}

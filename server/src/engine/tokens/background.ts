import { Worker } from 'node:worker_threads';
import type { GenerateRequest } from '../turns.ts';
import { promptOverheadTokens, promptTexts } from './count-prompt.ts';
import { countTokensOfEach } from './count-text.ts';
import type { CountAnswer, CountJob } from './worker.ts';

/** Shorter texts are cheaper to count inline than to pass to another thread. */
const INLINE_CHARACTERS = 65_536;
/**
 * Text that may wait at the worker, which holds a copy. Beyond this, callers get the estimate immediately.
 */
const QUEUE_CHARACTERS = 33_554_432;
const ESTIMATED_BYTES_PER_TOKEN = 4;

interface Waiting {
  readonly characters: number;
  /** Resolves with the tokens of each text; undefined when they were not counted. */
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

/** When a worker ends, its callers get estimates; the next count starts another worker. */
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
  // Shutdown does not wait for a count.
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
  // Copying 32 MB of text takes as long as collecting it did, so other work gets a turn in between.
  setImmediate(() => (worker ??= startWorker()).postMessage({ id, texts } satisfies CountJob));
  return answer;
}

/**
 * Counts the tokens of each text, off the main thread if all together exceed 64 K characters (fewer are
 * counted inline). Never rejects: with 32 M characters already waiting, or when the worker died, each text is
 * estimated at 4 bytes per token.
 */
export async function countEachInBackground(texts: readonly string[]): Promise<readonly number[]> {
  return (await countInBackground(texts)) ?? texts.map(estimate);
}

async function countAllInBackground(texts: readonly string[]): Promise<number> {
  const counted = await countInBackground(texts);
  return counted ? counted.reduce((sum, tokens) => sum + tokens, 0) : estimate(texts.join(''));
}

/**
 * `countTokens` off the main thread for texts above 64 K characters (shorter ones are counted inline). Never
 * rejects: with 32 M characters already waiting, or when the worker died, returns the estimate of one token
 * per 4 bytes.
 */
export function countTokensInBackground(text: string): Promise<number> {
  return countAllInBackground([text]);
}

/** `countPromptTokens` off the main thread, with the same rules. */
export async function countPromptTokensInBackground(request: GenerateRequest): Promise<number> {
  return promptOverheadTokens(request) + (await countAllInBackground(promptTexts(request)));
}

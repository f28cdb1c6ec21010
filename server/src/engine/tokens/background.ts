import { Worker } from 'node:worker_threads';
import type { GenerateRequest } from '../turns.ts';
import { promptOverheadTokens, promptTexts } from './count-prompt.ts';
import { countTokensOfEach } from './count-text.ts';
import type { CountAnswer, CountJob } from './worker.ts';

/**
 * Characters counted inline in one turn of the event loop, which is cheaper than to pass them to another thread: prose takes
 * 4 ms, random text up to 20.
 */
const INLINE_CHARACTERS = 16_384;
/**
 * Text that may wait at the worker, which holds a copy. Beyond this, callers get the estimate immediately.
 */
const QUEUE_CHARACTERS = 33_554_432;
const ESTIMATED_BYTES_PER_TOKEN = 4;

/** The tokens of each text; undefined when they were not counted. */
type Counts = readonly number[] | undefined;

interface Waiting {
  readonly characters: number;
  readonly resolve: (tokens: Counts) => void;
}

const waiting = new Map<number, Waiting>();
let waitingCharacters = 0;
let inlineCharactersLeft = INLINE_CHARACTERS;
let nextId = 0;
let worker: Worker | undefined;

function estimate(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / ESTIMATED_BYTES_PER_TOKEN);
}

function settle(id: number, tokens: Counts): void {
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

/** Many texts of one turn must not hold it up for longer than one would, so those beyond the room go to the thread, however short. */
function claimInline(characters: number): boolean {
  if (characters > inlineCharactersLeft) return false;
  if (inlineCharactersLeft === INLINE_CHARACTERS)
    setImmediate(() => (inlineCharactersLeft = INLINE_CHARACTERS));
  inlineCharactersLeft -= characters;
  return true;
}

function countInBackground(texts: readonly string[]): Counts | Promise<Counts> {
  let characters = 0;
  for (const text of texts) characters += text.length;
  if (claimInline(characters)) return countTokensOfEach(texts);
  if (waitingCharacters + characters > QUEUE_CHARACTERS) return undefined;
  const id = nextId++;
  const answer = new Promise<Counts>((resolve) => waiting.set(id, { characters, resolve }));
  waitingCharacters += characters;
  // Copying 32 MB of text takes as long as collecting it did, so other work gets a turn in between.
  setImmediate(() => (worker ??= startWorker()).postMessage({ id, texts } satisfies CountJob));
  return answer;
}

/**
 * Counts the tokens of each text: inline while a turn of the event loop has counted no more than 16 K characters, else off
 * the main thread. Never rejects: with 32 M characters already waiting, or when the worker died, each text is estimated at
 * 4 bytes per token.
 */
export async function countEachInBackground(texts: readonly string[]): Promise<readonly number[]> {
  return (await countInBackground(texts)) ?? texts.map(estimate);
}

function countAllInBackground(texts: readonly string[]): number | Promise<number> {
  const total = (counts: Counts): number =>
    counts ? counts.reduce((sum, tokens) => sum + tokens, 0) : estimate(texts.join(''));
  const counted = countInBackground(texts);
  return counted instanceof Promise ? counted.then(total) : total(counted);
}

/** `countTokens` with the same rules. A promise only if another thread counts. */
export function countTokensInBackground(text: string): number | Promise<number> {
  return countAllInBackground([text]);
}

/** `countPromptTokens` with the same rules. A promise only if another thread counts. */
export function countPromptTokensInBackground(request: GenerateRequest): number | Promise<number> {
  const overhead = promptOverheadTokens(request);
  const counted = countAllInBackground(promptTexts(request));
  return counted instanceof Promise ? counted.then((tokens) => overhead + tokens) : overhead + counted;
}

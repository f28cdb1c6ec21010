import { FairQueue } from '#kit';
import { WorkerHost } from '#threads';
import type { GenerateRequest } from '../turns.ts';
import { sliceAt, type SlicePlace } from './count-slices.ts';
import { promptOverheadTokens, promptTexts } from './count-prompt.ts';
import { countTokensOfEach } from './count-text.ts';
import type { CountJob, Counts } from './worker.ts';

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

interface Waiting {
  readonly id: number;
  readonly tenant: string;
  readonly texts: readonly string[];
  readonly characters: number;
  readonly resolve: (tokens: Counts) => void;
  /** The slice that is sent next. Undefined: the last one was sent. */
  next: SlicePlace | undefined;
}

/** Tenants take turns by slices: a prompt of 32 MB takes the thread some seconds. */
const queue = new FairQueue<Waiting>();
/** Whose slice is at the thread. */
let counting: Waiting | undefined;
let waitingCharacters = 0;
let inlineCharactersLeft = INLINE_CHARACTERS;
let nextId = 0;
const host = new WorkerHost<CountJob, Counts>({
  module: new URL('./worker.ts', import.meta.url),
  purpose: 'counts tokens',
});

function estimate(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / ESTIMATED_BYTES_PER_TOKEN);
}

function settle(job: Waiting, tokens: Counts): void {
  waitingCharacters -= job.characters;
  job.resolve(tokens);
}

/** When the thread ends, every waiting text is estimated: the next would take as long to count. */
function abandon(): void {
  for (let job = counting ?? queue.shift(); job; job = queue.shift()) settle(job, undefined);
  counting = undefined;
}

/** The thread is through with a slice. */
function take(tokens: Counts): void {
  const job = counting;
  counting = undefined;
  if (job?.next) queue.push(job.tenant, job);
  else if (job) settle(job, tokens);
  sendNext();
}

function sendNext(): void {
  if (counting) return;
  const job = (counting = queue.shift());
  if (!job?.next) return;
  const { next, ...slice } = sliceAt(job.texts, job.next);
  job.next = next;
  host.call({ id: job.id, ...slice, isLast: next === undefined }).then(take, abandon);
}

/** Many texts of one turn must not hold it up for longer than one would, so those beyond the room go to the thread, however short. */
function claimInline(characters: number): boolean {
  if (characters > inlineCharactersLeft) return false;
  if (inlineCharactersLeft === INLINE_CHARACTERS)
    setImmediate(() => (inlineCharactersLeft = INLINE_CHARACTERS));
  inlineCharactersLeft -= characters;
  return true;
}

function countInBackground(texts: readonly string[], tenant: string): Counts | Promise<Counts> {
  let characters = 0;
  for (const text of texts) characters += text.length;
  if (claimInline(characters)) return countTokensOfEach(texts);
  if (waitingCharacters + characters > QUEUE_CHARACTERS) return undefined;
  waitingCharacters += characters;
  return new Promise<Counts>((resolve) => {
    queue.push(tenant, { id: nextId++, tenant, texts, characters, resolve, next: { text: 0, at: 0 } });
    // Not within the turn that collected the texts.
    setImmediate(sendNext);
  });
}

/**
 * Counts the tokens of each text: inline while a turn of the event loop has counted no more than 16 K characters, else off
 * the main thread, where tenants take turns. Never rejects: with 32 M characters already waiting, or when the worker died, each text is estimated at
 * 4 bytes per token.
 */
export async function countEachInBackground(
  texts: readonly string[],
  tenant: string,
): Promise<readonly number[]> {
  return (await countInBackground(texts, tenant)) ?? texts.map(estimate);
}

function countAllInBackground(texts: readonly string[], tenant: string): number | Promise<number> {
  const total = (counts: Counts): number =>
    counts ? counts.reduce((sum, tokens) => sum + tokens, 0) : estimate(texts.join(''));
  const counted = countInBackground(texts, tenant);
  return counted instanceof Promise ? counted.then(total) : total(counted);
}

/** `countTokens` with the same rules. A promise only if another thread counts. */
export function countTokensInBackground(text: string, tenant: string): number | Promise<number> {
  return countAllInBackground([text], tenant);
}

/** `countPromptTokens` with the same rules. A promise only if another thread counts. */
export function countPromptTokensInBackground(
  request: GenerateRequest,
  tenant: string,
): number | Promise<number> {
  const overhead = promptOverheadTokens(request);
  const counted = countAllInBackground(promptTexts(request), tenant);
  return counted instanceof Promise ? counted.then((tokens) => overhead + tokens) : overhead + counted;
}

import { isFields, isFilled } from '../http/error-object.ts';
import { isEnding } from '../http/endings.ts';
import type { SaidCount } from '../http/usage-count.ts';
import { readWords } from '../http/read-words.ts';
import { readContent } from './read-content.ts';
import { readTimings, readUsage } from './token-usage.ts';
import type { WireToolCall } from './tool-call-assembler.ts';

/**
 * Under which names servers say the same. Each may stand at any of `PLACES`; the first that is not empty
 * counts, by place, then by its order here.
 */
const REPLY_FIELDS = {
  text: ['content', 'text'],
  reasoning: [
    'reasoning_content',
    'reasoning',
    'reasoning_text',
    'thinking',
    'reasoning_details',
    'thinking_blocks',
  ],
  refusal: ['refusal'],
  calls: ['tool_calls', 'function_call'],
  ending: ['finish_reason', 'finishReason', 'finish_details'],
  usage: ['usage'],
  timings: ['timings'],
  /** Of one server, which puts its usage there. */
  extension: ['x_groq'],
} as const;

/** A chunk's delta, a whole reply's message, the choice around either, and the object around that. */
export const PLACES = ['delta', 'message', 'choice', 'top'] as const;
export type Place = (typeof PLACES)[number];

type Kind = keyof typeof REPLY_FIELDS;
type Spoken = 'text' | 'reasoning' | 'refusal' | 'calls';

const FIELDS: ReadonlyMap<string, readonly [kind: Kind, rank: number]> = new Map(
  Object.entries(REPLY_FIELDS).flatMap(([kind, names]) =>
    names.map((name, rank) => [name, [kind as Kind, rank]] as const),
  ),
);

/** What stands beside the reply in a message and is none of it. */
const BESIDE: ReadonlySet<string> = new Set([
  'annotations',
  'content_filter_offsets',
  'content_filter_results',
  'id',
  'logprobs',
  'model',
  'name',
  'object',
  'prefix',
  'role',
  'status',
  'type',
]);

/** One chunk or whole reply, read. */
export class ReplyParts {
  text = '';
  reasoning = '';
  refusal = '';
  calls: readonly WireToolCall[] = [];
  ending: unknown;
  readonly counts: SaidCount[] = [];
  /** A known field was there, empty or not. */
  recognized = false;
  /** A message said something under a name or in a form that is not known. */
  unread = false;
  /** By what was said: the place and the name, a lower one first. */
  readonly #ranks = { text: Infinity, reasoning: Infinity, refusal: Infinity, calls: Infinity };

  /** A text and nothing else that changes from chunk to chunk. */
  get isOnlyText(): boolean {
    const { text, reasoning, refusal, calls, counts, ending } = this;
    if (text === '' || reasoning !== '' || refusal !== '') return false;
    return calls.length === 0 && counts.length === 0 && ending === undefined;
  }

  /** Where the reply's words were, as an index into `PLACES`; infinite if nowhere. */
  placeOf(spoken: Spoken): number {
    return Math.floor(this.#ranks[spoken] / 16);
  }

  read(place: Place, fields: Readonly<Record<string, unknown>>): void {
    const base = PLACES.indexOf(place) * 16;
    for (const name in fields) {
      const field = FIELDS.get(name);
      const value = fields[name];
      if (field) this.#field(field[0], base + field[1], value);
      else if (base < 32 && typeof value !== 'number' && !BESIDE.has(name) && isFilled(value))
        this.unread = true;
    }
  }

  #field(kind: Kind, rank: number, value: unknown): void {
    this.recognized = true;
    if (value === null || value === '') return;
    switch (kind) {
      case 'text':
        return this.#content(rank, value);
      case 'reasoning':
      case 'refusal':
        return this.#words(kind, rank, readWords(value));
      case 'calls':
        return this.#calls(rank, (Array.isArray(value) ? value : [value]) as (WireToolCall | null)[]);
      case 'ending':
        if (isEnding(value)) this.ending ??= value;
        return;
      case 'usage':
        this.counts.push(readUsage(value));
        return;
      case 'timings':
        this.counts.push(readTimings(value));
        return;
      case 'extension':
        if (isFields(value) && isFields(value['usage'])) this.counts.push(readUsage(value['usage']));
    }
  }

  #content(rank: number, value: unknown): void {
    if (typeof value === 'string') return this.#words('text', rank, value);
    const { text, reasoning, refusal, calls } = readContent(value);
    if (text + reasoning + refusal === '' && calls.length === 0 && isFilled(value)) this.unread = true;
    this.#words('text', rank, text);
    // After the fields that are for these alone.
    this.#words('reasoning', rank | 15, reasoning);
    this.#words('refusal', rank | 15, refusal);
    this.#calls(rank | 15, calls);
  }

  #words(kind: 'text' | 'reasoning' | 'refusal', rank: number, words: string): void {
    if (words === '' || rank >= this.#ranks[kind]) return;
    this[kind] = words;
    this.#ranks[kind] = rank;
  }

  #calls(rank: number, values: readonly (WireToolCall | null)[]): void {
    const calls = values.filter((call) => isFields(call));
    if (calls.length === 0 || rank >= this.#ranks.calls) return;
    this.calls = calls;
    this.#ranks.calls = rank;
  }
}

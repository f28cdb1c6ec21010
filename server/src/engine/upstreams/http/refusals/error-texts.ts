/** Texts and codes of one error, in lower case. */
export interface ErrorTexts {
  /** Sentences, without the marks around names and digits. */
  readonly text: string;
  readonly codes: ReadonlySet<string>;
  /** Names in the places where validators say what they refuse. */
  readonly places: readonly string[];
  /** Numbers beside the text, by their name. */
  readonly numbers: ReadonlyMap<string, number>;
  /** Seconds to wait (`RetryInfo`). */
  readonly retryDelaySeconds: number | undefined;
}

/** Servers repeat the request in their errors: what they say themselves comes first. */
const MAX_TEXT_LENGTH = 1000;
/** Of all texts: the time of some patterns grows with the cube of it. */
const MAX_ALL_TEXT_LENGTH = 4000;
const MAX_DEPTH = 8;

const TEXT_FIELDS = new Set([
  'message',
  'msg',
  'error',
  'detail',
  'error_msg',
  'error_message',
  'status_msg',
  'raw',
  'description',
]);
const CODE_FIELDS = new Set([
  'code',
  'type',
  'status',
  '__type',
  'reason',
  'error_type',
  'error_code',
  'status_code',
  'quotaid',
]);
const PLACE_FIELDS = new Set(['param', 'loc', 'field']);
const NUMBER_FIELDS = new Set(['n_prompt_tokens', 'n_ctx']);

/** Collects what an error says, in whatever structure: errors inside errors, lists, and JSON inside a text. */
class Collector {
  readonly #texts: string[] = [];
  #textLength = 0;
  readonly #codes = new Set<string>();
  readonly #places: string[] = [];
  readonly #numbers = new Map<string, number>();
  #retryDelaySeconds: number | undefined;

  get result(): ErrorTexts {
    return {
      text: plain(this.#texts.join(' . ')),
      codes: this.#codes,
      places: this.#places,
      numbers: this.#numbers,
      retryDelaySeconds: this.#retryDelaySeconds,
    };
  }

  take(value: unknown, name: string, depth: number): void {
    if (depth > MAX_DEPTH || this.#textLength >= MAX_ALL_TEXT_LENGTH) return;
    if (typeof value === 'string') this.#string(value, name, depth);
    else if (typeof value === 'number') this.#number(value, name);
    else if (Array.isArray(value)) this.#list(value, name, depth);
    else if (typeof value === 'object' && value !== null)
      for (const [key, part] of Object.entries(value)) this.take(part, key.toLowerCase(), depth + 1);
  }

  #string(value: string, name: string, depth: number): void {
    const nested = name === 'raw' || name === 'message' || name === 'error' ? parseNested(value) : undefined;
    if (nested !== undefined) return this.take(nested, 'error', depth + 1);
    if (TEXT_FIELDS.has(name)) this.#text(value.slice(0, MAX_TEXT_LENGTH));
    // One vendor writes a sentence here.
    if (CODE_FIELDS.has(name)) this.#code(value.slice(0, MAX_TEXT_LENGTH).toLowerCase());
    if (PLACE_FIELDS.has(name)) this.#places.push(value.slice(0, MAX_TEXT_LENGTH).toLowerCase());
    if (name === 'retrydelay') this.#retryDelaySeconds ??= secondsOf(value);
  }

  #code(value: string): void {
    this.#codes.add(toCode(value));
    // A sentence, or the name of a quota.
    if (value.includes(' ') || value.includes('perday')) this.#text(value);
  }

  #text(value: string): void {
    this.#texts.push(value);
    this.#textLength += value.length;
  }

  #number(value: number, name: string): void {
    if (CODE_FIELDS.has(name)) this.#codes.add(String(value));
    if (NUMBER_FIELDS.has(name)) this.#numbers.set(name, value);
  }

  #list(list: readonly unknown[], name: string, depth: number): void {
    // The path of a field: its end is what is refused.
    if (PLACE_FIELDS.has(name))
      return this.take(
        list.findLast((part) => typeof part === 'string'),
        name,
        depth,
      );
    for (const part of list) this.take(part, name, depth + 1);
  }
}

/** As `com.amazon.coral.service#ThrottlingException`. */
export function toCode(value: string): string {
  return value.slice(value.lastIndexOf('#') + 1).toLowerCase();
}

function parseNested(text: string): unknown {
  const start = text.trimStart();
  if (!start.startsWith('{') && !start.startsWith('[')) return undefined;
  try {
    return JSON.parse(start);
  } catch {
    return undefined;
  }
}

/** As `34.07s`. */
function secondsOf(text: string): number | undefined {
  const seconds = /^(\d+(?:\.\d+)?)s$/.exec(text)?.[1];
  return seconds === undefined ? undefined : Number(seconds);
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[`'"\u2018\u2019\u201c\u201d]/g, '')
    .replaceAll(/(?<=\d),(?=\d{3})/g, '')
    .replaceAll(/\s+/g, ' ');
}

/** What an error in JSON says. */
export function textsOf(error: unknown): ErrorTexts {
  const collector = new Collector();
  collector.take(error, 'error', 0);
  return collector.result;
}

/** What the body of a response with an error status says: JSON, an event, or plain text. */
export function textsOfBody(body: string): ErrorTexts {
  const data = body.trimStart().replace(/^(?:event:[^\n]*\n\s*)?data:\s*/, '');
  const json = parseNested(data);
  // A body that is cut off, or a page of a proxy.
  return textsOf(json ?? data.slice(0, 2 * MAX_TEXT_LENGTH));
}

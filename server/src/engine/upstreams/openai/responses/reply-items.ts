import { jsonText } from '#kit';
import { EngineFault } from '../../../events.ts';
import { isFields } from '../../http/error-object.ts';
import { readWords } from '../../http/read-words.ts';
import type { ReplyOutput } from '../../http/reply-output.ts';
import type { SignedParts } from '../../http/signed-parts.ts';

type Fields = Readonly<Record<string, unknown>>;
type Kind = 'message' | 'reasoning' | 'call';

/** What is said in a reply, and as which of our events. */
export type Speech = 'text' | 'reasoning' | 'refusal';

const KINDS: ReadonlyMap<unknown, Kind> = new Map<unknown, Kind>([
  ['message', 'message'],
  ['reasoning', 'reasoning'],
  ['function_call', 'call'],
]);

/** What parts of a message's content are. */
const SPEECH_OF_PART: ReadonlyMap<unknown, Speech> = new Map<unknown, Speech>([
  ['output_text', 'text'],
  ['text', 'text'],
  ['refusal', 'refusal'],
  ['reasoning_text', 'reasoning'],
  ['summary_text', 'reasoning'],
]);

interface Item {
  kind: Kind | undefined;
  /** What has been passed on of it: its end repeats all. */
  readonly said: Set<Speech>;
  /** The part of a summary that came last. */
  part: unknown;
  /** Our number of the call, once its name is known. */
  call: number | undefined;
  /** Arguments that came before the name, and whether any came. */
  held: string;
  hasArguments: boolean;
  /** What the server signed of it is kept. */
  isKept: boolean;
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/**
 * The items of one reply, which come in deltas, whole, or first the one and then the other: each is passed on once. Throws
 * `EngineFault` for a call that cannot be run.
 */
export class ReplyItems {
  readonly #output: ReplyOutput;
  readonly #newCallId: (isSigned: boolean) => string;
  readonly #signed: SignedParts | undefined;
  readonly #items = new Map<unknown, Item>();
  /** By the names that the server gives them. */
  readonly #named = new Map<unknown, Item>();
  readonly #saidKinds = new Set<Kind>();
  #latest: Item | undefined;
  #calls = 0;
  /** The model said in a place of its own that it will not answer. */
  hasRefused = false;
  /** Something came that is not understood. */
  hasUnread = false;

  constructor(
    output: ReplyOutput,
    newCallId: (isSigned: boolean) => string,
    signed: SignedParts | undefined,
  ) {
    this.#output = output;
    this.#newCallId = newCallId;
    this.#signed = signed;
  }

  /** A chunk of an item's words. `key`: the place of the item in the reply. `part`: the place of the chunk in a summary. */
  say(key: unknown, speech: Speech, words: string, part?: unknown): void {
    const item = this.#itemAt(key);
    // The parts of a summary are paragraphs.
    const isNext =
      speech === 'reasoning' && item.said.has(speech) && part !== item.part && part !== undefined;
    item.part = part ?? item.part;
    this.#speak(item, speech, isNext ? `\n\n${words}` : words);
  }

  /** The end of a chunked text, which repeats it. */
  sayWhole(key: unknown, speech: Speech, words: string): void {
    const item = this.#itemAt(key);
    if (!item.said.has(speech)) this.#speak(item, speech, words);
  }

  /** A chunk of a call's arguments. */
  argue(key: unknown, fragment: string): void {
    this.#argue(this.#itemAt(key), fragment);
  }

  argueWhole(key: unknown, args: unknown): void {
    this.#argueWhole(this.#itemAt(key), args);
  }

  /** An item begins. What it says already is repeated in deltas or at its end. */
  open(key: unknown, fields: unknown): void {
    if (!isFields(fields)) return;
    const item = this.#itemAt(key);
    this.#named.set(fields['id'], item);
    item.kind = KINDS.get(fields['type']);
    if (item.kind === 'call') this.#announce(item, toText(fields['name']));
    else if (item.kind === 'message') this.#signed?.text();
  }

  /** An item is complete. */
  close(key: unknown, fields: unknown): void {
    if (!isFields(fields)) return;
    const item = this.#itemAt(key);
    if (item.kind === undefined) this.open(key, fields);
    this.#close(item, fields);
  }

  /** All items, as the end of a stream repeats them: passed on is what did not come before. */
  repeat(items: readonly unknown[]): void {
    const before = new Set(this.#saidKinds);
    for (const [index, fields] of items.entries()) {
      if (!isFields(fields)) continue;
      const known = this.#named.get(fields['id']) ?? this.#items.get(index);
      const kind = KINDS.get(fields['type']);
      if (known) this.#close(known, fields);
      else if (kind === undefined || !before.has(kind)) this.close(index, fields);
    }
  }

  #close(item: Item, fields: Fields): void {
    if (item.kind === 'call') this.#closeCall(item, fields);
    else if (item.kind === 'reasoning') this.#closeReasoning(item, fields);
    else if (item.kind === 'message') this.#closeParts(item, fields['content']);
    // Items of tools of the server, which we do not ask for.
    else this.hasUnread = true;
  }

  /** Throws `EngineFault` for a call whose name never came: it cannot be run. */
  finish(): void {
    for (const { kind, call, hasArguments } of this.#items.values())
      if (call === undefined && (kind === 'call' || hasArguments) && !this.#output.overrun)
        throw new EngineFault('broken');
    this.#signed?.keep();
  }

  /** Servers number items, or name them. What has neither continues the latest. */
  #itemAt(key: unknown): Item {
    const known = key === undefined ? this.#latest : (this.#items.get(key) ?? this.#named.get(key));
    if (known) return (this.#latest = known);
    const item: Item = {
      kind: undefined,
      said: new Set(),
      part: undefined,
      call: undefined,
      held: '',
      hasArguments: false,
      isKept: false,
    };
    this.#items.set(key ?? this.#items.size, item);
    return (this.#latest = item);
  }

  #speak(item: Item, speech: Speech, words: string): void {
    if (words === '') return;
    item.said.add(speech);
    this.#saidKinds.add(speech === 'reasoning' ? 'reasoning' : 'message');
    if (speech !== 'refusal') return this.#output.text(speech, words);
    this.hasRefused = true;
    this.#output.refusal(words);
  }

  #announce(item: Item, name: string): void {
    if (name === '' || item.call !== undefined || !this.#output.admitsArguments('')) return;
    item.call = this.#calls++;
    // The engine's id only distinguishes its calls: the caller sees our own id (D-18, BILL-11).
    const id = this.#newCallId(this.#signed?.beginsAtNextCall ?? false);
    this.#signed?.call(id);
    this.#output.callStart(item.call, id, name);
    if (item.held !== '') this.#output.callDelta(item.call, item.held);
  }

  #argue(item: Item, fragment: string): void {
    if (fragment === '' || !this.#output.admitsArguments(fragment)) return;
    item.hasArguments = true;
    this.#saidKinds.add('call');
    if (item.call === undefined) item.held += fragment;
    else this.#output.callDelta(item.call, fragment);
  }

  #argueWhole(item: Item, args: unknown): void {
    if (item.hasArguments) return;
    this.#argue(item, typeof args === 'object' && args !== null ? jsonText(args) : toText(args));
  }

  #closeCall(item: Item, fields: Fields): void {
    this.#argueWhole(item, fields['arguments']);
    this.#announce(item, toText(fields['name']));
    // A call without parameters.
    if (!item.hasArguments) this.#argue(item, '{}');
  }

  #closeReasoning(item: Item, fields: Fields): void {
    if (!item.said.has('reasoning')) {
      const parts = [fields['summary'], fields['content']].find(
        (list) => Array.isArray(list) && list.length > 0,
      );
      const words = Array.isArray(parts) ? parts.map(readWords).filter((text) => text !== '') : [];
      this.#speak(item, 'reasoning', words.join('\n\n'));
    }
    if (toText(fields['encrypted_content']) === '' || item.isKept) return;
    item.isKept = true;
    this.#signed?.add(fields);
  }

  #closeParts(item: Item, content: unknown): void {
    const parts: readonly unknown[] = Array.isArray(content) ? content : [content];
    const words = new Map<Speech, string>();
    for (const part of parts) {
      const speech = isFields(part) ? SPEECH_OF_PART.get(part['type']) : 'text';
      if (speech === undefined) this.hasUnread = true;
      else words.set(speech, (words.get(speech) ?? '') + partWords(part, speech));
    }
    for (const [speech, text] of words) if (!item.said.has(speech)) this.#speak(item, speech, text);
  }
}

function partWords(part: unknown, speech: Speech): string {
  return speech === 'refusal' && isFields(part) ? toText(part['refusal']) : readWords(part);
}

import { jsonText } from '#kit';
import { isFields, isFilled } from '../http/error-object.ts';
import { readWords } from '../http/read-words.ts';

/** A block of a complete message, or as a stream opens it; or what a stream adds to one. */
export interface ReadBlock {
  readonly kind: 'text' | 'reasoning' | 'call' | 'input' | 'beside' | 'unknown';
  /** Of text, reasoning, and a call's input. */
  readonly words: string;
  readonly name: unknown;
}

/** What is no part of the reply: signatures, citations and redacted reasoning. */
const BESIDE = /^(redacted_thinking|signature_delta|citations?_delta)$/;

/** What only the server that wrote it can use: its own tools, and its summary of a conversation. */
const OF_THE_SERVER = /^(server_tool_use|\w+_tool_(use|result)|compaction(_delta)?)$/;

/** Under which names words stand. The first that has any counts. */
const THOUGHTS = ['thinking', 'reasoning'];
const TEXTS = ['text', 'content', 'refusal'];

const NOTHING: ReadBlock = { kind: 'beside', words: '', name: undefined };
const UNKNOWN: ReadBlock = { ...NOTHING, kind: 'unknown' };

/**
 * A call's input as JSON text. A call without input is announced with an empty object, which is not part of
 * it.
 */
function inputText(input: unknown): string {
  if (typeof input === 'string') return input;
  return typeof input === 'object' && isFilled(input) ? jsonText(input) : '';
}

function wordsAt(block: Readonly<Record<string, unknown>>, names: readonly string[]): string {
  for (const name of names) {
    const words = readWords(block[name]);
    if (words !== '') return words;
  }
  return '';
}

/** Reads a block or a delta by its type, and one of a type that is not known by what it contains. */
export function readBlock(block: unknown): ReadBlock {
  if (typeof block === 'string') return { ...NOTHING, kind: 'text', words: block };
  if (!isFields(block)) return NOTHING;
  const { type, name, input, partial_json: chunk } = block;
  if (type === 'tool_use' || (type === undefined && name !== undefined))
    return { kind: 'call', words: inputText(input) || inputText(block['arguments']), name };
  if (chunk !== undefined) return { ...NOTHING, kind: 'input', words: inputText(chunk) };
  if (typeof type === 'string' && BESIDE.test(type)) return NOTHING;
  if (typeof type === 'string' && OF_THE_SERVER.test(type)) return UNKNOWN;
  const thoughts = wordsAt(block, THOUGHTS);
  if (thoughts !== '') return { ...NOTHING, kind: 'reasoning', words: thoughts };
  const words = wordsAt(block, TEXTS);
  if (words !== '') return { ...NOTHING, kind: isThought(type) ? 'reasoning' : 'text', words };
  const { type: _type, text: _text, thinking: _thinking, signature: _signature, ...rest } = block;
  return saysMore(rest) ? UNKNOWN : NOTHING;
}

/** Whether fields that are not known say something. Numbers are counts and positions. */
export function saysMore(fields: Readonly<Record<string, unknown>>): boolean {
  return Object.values(fields).some((value) => typeof value !== 'number' && isFilled(value));
}

function isThought(type: unknown): boolean {
  return typeof type === 'string' && /^(thinking|reasoning)/.test(type);
}

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

/** What is no part of the reply: signatures, citations, redacted reasoning, and the server's own tools. */
const BESIDE = /^(redacted_thinking|signature_delta|citations?_delta|server_tool_use|\w+_tool_(use|result))$/;

const NOTHING: ReadBlock = { kind: 'beside', words: '', name: undefined };

/**
 * A call's input as JSON text. A call without input is announced with an empty object, which is not part of
 * it.
 */
function inputText(input: unknown): string {
  if (typeof input === 'string') return input;
  return typeof input === 'object' && isFilled(input) ? jsonText(input) : '';
}

/** Whether a call is announced with an input, whose digits only its source keeps. */
export function hasInput(block: unknown): boolean {
  return isFields(block) && typeof block['input'] === 'object' && isFilled(block['input']);
}

/** Reads a block or a delta by its type, and one of a type that is not known by what it contains. */
export function readBlock(block: unknown): ReadBlock {
  if (typeof block === 'string') return { ...NOTHING, kind: 'text', words: block };
  if (!isFields(block)) return NOTHING;
  const { type, name, input, text, thinking, partial_json: json } = block;
  if (type === 'tool_use' || (type === undefined && name !== undefined))
    return { kind: 'call', words: inputText(input), name };
  if (typeof json === 'string') return { ...NOTHING, kind: 'input', words: json };
  if (typeof type === 'string' && BESIDE.test(type)) return NOTHING;
  const thoughts = readWords(thinking ?? block['reasoning']);
  if (thoughts !== '') return { ...NOTHING, kind: 'reasoning', words: thoughts };
  const words = readWords(text ?? block['content']);
  if (words !== '') return { ...NOTHING, kind: isThought(type) ? 'reasoning' : 'text', words };
  const { type: _type, text: _text, thinking: _thinking, signature: _signature, ...rest } = block;
  return Object.values(rest).some((value) => typeof value !== 'number' && isFilled(value))
    ? { ...NOTHING, kind: 'unknown' }
    : NOTHING;
}

function isThought(type: unknown): boolean {
  return typeof type === 'string' && /^(thinking|reasoning)/.test(type);
}

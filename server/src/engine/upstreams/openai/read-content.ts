import { isFields } from '../http/error-object.ts';
import { MAX_DEPTH, readWords } from '../http/read-words.ts';
import type { WireToolCall } from './tool-call-assembler.ts';

/** What a message's content says, sorted by what it is. */
export interface Content {
  text: string;
  reasoning: string;
  refusal: string;
  readonly calls: WireToolCall[];
}

/** The types of parts that are no text of the reply. Any other part with a text is text. */
const PART_TYPES: ReadonlyMap<unknown, 'reasoning' | 'refusal' | 'calls'> = new Map<
  unknown,
  'reasoning' | 'refusal' | 'calls'
>([
  ['thinking', 'reasoning'],
  ['reasoning', 'reasoning'],
  ['reasoning_content', 'reasoning'],
  ['reasoning.text', 'reasoning'],
  ['reasoning.summary', 'reasoning'],
  ['summary_text', 'reasoning'],
  ['refusal', 'refusal'],
  ['tool_use', 'calls'],
  ['tool_call', 'calls'],
  ['function_call', 'calls'],
  ['function', 'calls'],
]);

function addPart(content: Content, part: unknown, depth: number): void {
  if (Array.isArray(part)) {
    if (depth <= MAX_DEPTH) for (const item of part) addPart(content, item, depth + 1);
    return;
  }
  const kind = isFields(part) ? PART_TYPES.get(part['type']) : undefined;
  if (kind === 'calls') content.calls.push(part as WireToolCall);
  else content[kind ?? 'text'] += readWords(part);
}

/** Reads a message's content in any of its forms. */
export function readContent(value: unknown): Content {
  const content: Content = { text: '', reasoning: '', refusal: '', calls: [] };
  if (typeof value === 'string') content.text = value;
  else addPart(content, value, 0);
  return content;
}

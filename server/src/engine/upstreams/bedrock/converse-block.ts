import { jsonText } from '#kit';
import { isFields, isFilled } from '../http/error-object.ts';
import { readWords } from '../http/read-words.ts';

/** A block of a complete message, or what a stream begins or adds to one. `beside`: no part of the reply. */
export type ConverseBlock =
  | { readonly kind: 'text'; readonly words: string }
  | { readonly kind: 'reasoning'; readonly words: string; readonly signature: string }
  | { readonly kind: 'redacted'; readonly data: string }
  /** `input` of a call that a stream only begins is empty. */
  | { readonly kind: 'call'; readonly name: unknown; readonly input: string }
  | { readonly kind: 'input'; readonly words: string }
  | { readonly kind: 'beside' }
  | { readonly kind: 'unknown' };

/** What supports the text: our own marks do that. */
const BESIDE = new Set(['citation', 'cachePoint', 'guardContent']);

/** Reads a block by the name under which it stands. */
export function readConverseBlock(block: unknown): ConverseBlock {
  if (!isFields(block)) return { kind: isFilled(block) ? 'unknown' : 'beside' };
  if (typeof block['text'] === 'string') return { kind: 'text', words: block['text'] };
  if (isFilled(block['citationsContent'])) {
    const { citationsContent: cited } = block;
    return { kind: 'text', words: isFields(cited) ? readWords(cited['content']) : '' };
  }
  if (isFields(block['toolUse'])) return readToolUse(block['toolUse']);
  if (isFields(block['reasoningContent'])) return readReasoning(block['reasoningContent']);
  const isUnknown = Object.entries(block).some(([name, value]) => !BESIDE.has(name) && isFilled(value));
  return { kind: isUnknown ? 'unknown' : 'beside' };
}

function readToolUse({ name, toolUseId, input }: Readonly<Record<string, unknown>>): ConverseBlock {
  const text = typeof input === 'string' ? input : isFilled(input) ? jsonText(input) : '';
  if (name !== undefined || toolUseId !== undefined) return { kind: 'call', name, input: text };
  return { kind: 'input', words: text };
}

function readReasoning(content: Readonly<Record<string, unknown>>): ConverseBlock {
  // Complete messages nest what streams send flat.
  const { redactedContent: data } = content;
  if (typeof data === 'string' && data !== '') return { kind: 'redacted', data };
  const { text, signature } = isFields(content['reasoningText']) ? content['reasoningText'] : content;
  const isKnown = typeof text === 'string' || typeof signature === 'string';
  if (!isKnown) return { kind: isFilled(content) ? 'unknown' : 'beside' };
  return { kind: 'reasoning', words: toText(text), signature: toText(signature) };
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

import type { TextBlock } from '#engine';
import { invalid, isObject } from '#features/conversation';
import { given } from '../base/is-empty.ts';
import { marked } from './cache-control.ts';

/** Changes with every call, and would keep engines from reading the rest from their caches (COMPA-04). */
const BILLING = 'x-anthropic-billing-header:';

/** `system`: a string or text blocks. */
export function parseSystem(value: unknown): TextBlock[] {
  return parseTexts(value, 'system').filter(({ text }) => !text.startsWith(BILLING));
}

/** A string, or blocks of text alone. */
export function parseTexts(value: unknown, path: string): TextBlock[] {
  const content = given(value);
  if (content === undefined) return [];
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  if (!Array.isArray(content)) throw invalid(path, `${path} must be a string or a list of text blocks.`);
  return content.map((block, i) => parseTextBlock(block, `${path}[${i}]`));
}

export function parseTextBlock(block: unknown, path: string): TextBlock {
  const { type = 'text', text } = isObject(block) ? block : {};
  if (type !== 'text' || typeof text !== 'string')
    throw invalid(path, `${path} must be a text block: {"type":"text","text":"…"}.`);
  return marked<TextBlock>({ type, text }, block);
}

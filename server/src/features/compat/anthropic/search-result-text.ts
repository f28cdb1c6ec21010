import type { Fields } from '#features/conversation';
import { parseTexts } from './parse-system.ts';

/** A search result as a text that says where it is from. */
export function searchResultText({ title, source, content }: Fields, path: string): string {
  const text = joinTexts(content, `${path}.content`);
  return [title, source, text].filter((part) => typeof part === 'string' && part !== '').join('\n');
}

/** The text of a string or of text blocks. */
export function joinTexts(content: unknown, path: string): string {
  return parseTexts(content, path)
    .map(({ text }) => text)
    .join('\n');
}

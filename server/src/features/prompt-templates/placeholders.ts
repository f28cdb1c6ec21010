import type { PromptTemplateMessage } from '@svc/contract';

/** D-PTPL-6. */
const PLACEHOLDER = /\{\{ *([A-Za-z_][A-Za-z0-9_]*) *\}\}/g;

/** A text cut at its placeholders: one more piece of text than names. */
export interface CutText {
  readonly texts: readonly string[];
  readonly names: readonly string[];
}

export function cutAtPlaceholders(text: string): CutText {
  const chunks = text.split(PLACEHOLDER);
  return { texts: chunks.filter((_, i) => i % 2 === 0), names: chunks.filter((_, i) => i % 2 === 1) };
}

export interface CutMessage {
  readonly role: PromptTemplateMessage['role'];
  readonly text: CutText;
}

/** The messages of a version as they are stored. */
export function cutMessages(source: string): CutMessage[] {
  const messages = JSON.parse(source) as PromptTemplateMessage[];
  return messages.map(({ role, content }) => ({ role, text: cutAtPlaceholders(content) }));
}

/** The names in the placeholders of all texts, each once, in the order in which they come. */
export function namesIn(texts: readonly CutText[]): string[] {
  return [...new Set(texts.flatMap(({ names }) => names))];
}

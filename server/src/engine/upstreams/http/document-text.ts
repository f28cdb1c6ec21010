import type { DocumentBlock } from '../../turns.ts';

/** A document for a model that only reads text, separated from what follows. */
export function documentText({ title, text }: DocumentBlock): string {
  return title === undefined ? `${text}\n\n` : `${title}\n\n${text}\n\n`;
}

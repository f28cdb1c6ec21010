import type { EndedLine } from './ended-line.ts';

/** A commit of few lines costs nearly as much as one of many. */
export const MAX_LINES = 100;
/** Sealing and encoding a megabyte takes some milliseconds of one turn of the event loop; a hundred long answers would take a second. */
const MAX_CHARACTERS = 1_048_576;

/** The lines to commit next: of the batch of the first one, up to the limits, and at least that one. */
export function nextGroup(waiting: readonly EndedLine[]): readonly EndedLine[] {
  const group: EndedLine[] = [];
  let characters = 0;
  for (const ended of waiting) {
    if (ended.line.batch.row.id !== waiting[0]!.line.batch.row.id) continue;
    characters += ended.response.length;
    if (group.length === MAX_LINES || (group.length > 0 && characters > MAX_CHARACTERS)) break;
    group.push(ended);
  }
  return group;
}

import type { Turn } from '#engine';
import type { ContextManagement, SentSummary } from '#exchange';
import { invalid, isObject, type Fields } from '#features/conversation';
import { COMPACTION_ID_PREFIX } from '../compaction-id.ts';
import { decodeSignedText } from '../signed-text.ts';
import { itemType } from './item-type.ts';

/** A summary is asked for, and nothing else (COMPR-19). */
export const COMPACTION_ONLY: ContextManagement = {
  compact: { triggerTokens: 0, pauseAfter: true, isRequired: true },
};

/**
 * The items that are still to be read: a summary stands for everything before it but instructions, so what that was does
 * not matter any more. Each in its place, undefined where it is replaced.
 */
export function sinceCompaction(items: readonly unknown[]): readonly unknown[] {
  const last = items.findLastIndex(isCompaction);
  return last < 1 ? items : items.map((item, i) => (i < last && !isInstruction(item) ? undefined : item));
}

/** Item `path` of the type compaction. Whether its seal is genuine is asked later. */
export function parseCompaction(
  item: Fields,
  path: string,
): { readonly turn: Turn; readonly summary: SentSummary } {
  const opened = decodeSignedText(item['encrypted_content']);
  if (!opened) throw notGenuine(path);
  const turn: Turn = { role: 'assistant', blocks: [{ type: 'compaction', text: opened.text }] };
  return { turn, summary: { path, ...opened } };
}

export function notGenuine(path: string): ReturnType<typeof invalid> {
  return invalid(
    `${path}.encrypted_content`,
    `${path}.encrypted_content is no summary of this service. Send it as it was received, or the conversation itself.`,
  );
}

/** Asks for a summary of what stands before it. */
export function isTrigger(item: unknown): boolean {
  return isObject(item) && item['type'] === 'compaction_trigger';
}

function isCompaction(item: unknown): boolean {
  if (!isObject(item)) return false;
  const { id } = item;
  const type = itemType(item);
  return (
    type === 'compaction' ||
    (type === 'item_reference' && typeof id === 'string' && id.startsWith(COMPACTION_ID_PREFIX))
  );
}

function isInstruction(item: unknown): boolean {
  return isObject(item) && (item['role'] === 'system' || item['role'] === 'developer');
}

import type { Block, Cacheable, CacheControl } from '#engine';
import { isObject } from '#features/conversation';

/** `cache_control` of a part, with the fields that every engine of this form knows (COMPA-03). */
export function cacheControlOf(part: unknown): CacheControl | undefined {
  const marker = isObject(part) ? part['cache_control'] : undefined;
  if (!isObject(marker) || marker['type'] !== 'ephemeral') return undefined;
  const { ttl } = marker;
  return { type: 'ephemeral', ...(ttl === '5m' || ttl === '1h' ? { ttl } : {}) };
}

/** A block or tool with the marker of the part that it was read from. */
export function marked<Part extends Cacheable>(part: Part, sent: unknown): Part {
  const cacheControl = cacheControlOf(sent);
  return cacheControl ? { ...part, cacheControl } : part;
}

/** The marker of a part that became several blocks stands on the last. */
export function markedLast(blocks: readonly Block[], sent: unknown): readonly Block[] {
  const last = blocks.at(-1);
  if (!last || last.type === 'reasoning' || last.type === 'compaction') return blocks;
  return cacheControlOf(sent) ? [...blocks.slice(0, -1), marked<Cacheable & Block>(last, sent)] : blocks;
}

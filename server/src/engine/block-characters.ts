import type { Block } from './turns.ts';

/**
 * Approximate size of a block for copying, hashing or writing. Work is split by it so that other tasks get a
 * turn.
 */
export function blockCharacters(block: Block): number {
  switch (block.type) {
    case 'image':
      return block.data.length;
    case 'tool_call':
      return block.arguments.length;
    case 'tool_result':
      return block.text.length + (block.images ?? []).reduce((sum, { data }) => sum + data.length, 0);
    default:
      return block.text.length;
  }
}

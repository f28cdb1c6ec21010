import type { Block } from './turns.ts';

/** How much there is to copy, hash or write of a block, roughly: by this, work is cut so that others get their turn. */
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

import type { Block, Turn } from '#engine';

/** Turns of fewer blocks stay as they were sent. */
const MANY_BLOCKS = 64;

/**
 * Joins text blocks that follow each other in a turn of very many, which reads the same: a body of a million words, each a
 * block of its own, would else keep every later step busy. A turn with reasoning is looked at by position and left alone.
 */
export function mergeTexts(turn: Turn): Turn {
  if (turn.blocks.length < MANY_BLOCKS || turn.blocks.some(({ type }) => type === 'reasoning')) return turn;
  const blocks: Block[] = [];
  let texts: string[] = [];
  const close = (): void => {
    if (texts.length > 0) blocks.push({ type: 'text', text: texts.join('') });
    texts = [];
  };
  for (const block of turn.blocks) {
    if (block.type === 'text' && !block.cacheControl) texts.push(block.text);
    else {
      close();
      blocks.push(block);
    }
  }
  close();
  return { ...turn, blocks };
}

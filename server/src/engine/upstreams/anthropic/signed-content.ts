import type { SignedPart, SignedReply } from '../../engine-memory.ts';
import type { Block, ToolCallBlock } from '../../turns.ts';
import type { FindReply } from '../http/replies-of.ts';
import { toContent, type WireBlock } from './wire-blocks.ts';

/**
 * The content of a turn with calls. What the server itself signed stands where it stood, unchanged; the words of that reasoning, which is all
 * that callers see of it, are left out then.
 */
export function toSignedContent(blocks: readonly Block[], findReply: FindReply): WireBlock[] {
  const content: WireBlock[] = [];
  let before: Block[] = [];
  for (const block of blocks) {
    if (block.type !== 'tool_call') {
      before.push(block);
      continue;
    }
    content.push(...toCallContent(before, block, findReply(block.id)));
    before = [];
  }
  content.push(...toContent(before, { withReasoning: true }));
  return content;
}

/** A call, and what stands between it and the one before. */
function toCallContent(
  before: readonly Block[],
  call: ToolCallBlock,
  reply: SignedReply | undefined,
): WireBlock[] {
  if (!reply) return toContent([...before, call], { withReasoning: true });
  const position = reply.calls.indexOf(call.id);
  const parts = reply.parts.filter((part) => part.call === position);
  const texts = before.filter(({ type }) => type !== 'reasoning');
  return [
    ...valuesOf(parts.filter(({ afterText }) => !afterText)),
    ...toContent(texts),
    ...valuesOf(parts.filter(({ afterText }) => afterText)),
    ...toContent([call]),
  ];
}

function valuesOf(parts: readonly SignedPart[]): WireBlock[] {
  // The server made them: they are blocks of its protocol.
  return parts.map(({ value }) => value as WireBlock);
}

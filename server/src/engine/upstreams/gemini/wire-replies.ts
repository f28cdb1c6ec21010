import type { SignedReply } from '../../engine-memory.ts';
import type { Block, ToolCallBlock } from '../../turns.ts';
import { SKIP_SIGNATURE } from '../http/skip-signature.ts';
import type { FindReply } from '../http/replies-of.ts';
import { signaturesOf, type KeptSignature } from './call-signatures.ts';
import { toCall, toParts, type WireImage, type WirePart, type WireText } from './wire-parts.ts';

/**
 * The parts of an assistant turn, with what the server itself signed of them where it stood. Reasoning is sent where it is needed to continue:
 * it led to calls, or the turn goes on.
 */
export function toReplyParts(blocks: readonly Block[], isLast: boolean, findReply: FindReply): WirePart[] {
  if (!blocks.some(({ type }) => type === 'tool_call')) return [...toParts(blocks, isLast)];
  const replies = blocks.map((block) => (block.type === 'tool_call' ? findReply(block.id) : undefined));
  let missing = replies.some((reply) => reply) ? undefined : SKIP_SIGNATURE;
  const parts: WirePart[] = [];
  let before: Block[] = [];
  for (const [i, block] of blocks.entries()) {
    if (block.type !== 'tool_call') {
      before.push(block);
      continue;
    }
    parts.push(...toCallParts(before, block, replies[i], missing));
    // The other calls of a turn need none.
    missing = undefined;
    before = [];
  }
  const last = replies.findLast((reply) => reply);
  return [...parts, ...withSignatures(before, last ? signaturesAt(last, last.calls.length) : [])];
}

/** A call, and what stands between it and the one before. */
function toCallParts(
  before: readonly Block[],
  call: ToolCallBlock,
  reply: SignedReply | undefined,
  missing: string | undefined,
): WirePart[] {
  const signatures = reply ? signaturesAt(reply, reply.calls.indexOf(call.id)) : [];
  const own = signatures.find(({ on }) => on === 'call')?.thoughtSignature;
  return [...withSignatures(before, signatures), toCall(call, own ?? missing)];
}

function signaturesAt({ parts }: SignedReply, position: number): readonly KeptSignature[] {
  return signaturesOf(parts.filter(({ call }) => call === position));
}

/** Thoughts first, those that were signed in place of their words, then the text, whose signature stands on its last part. */
function withSignatures(blocks: readonly Block[], signatures: readonly KeptSignature[]): WirePart[] {
  const isThoughtKept = signatures.some(({ on }) => on === 'thought');
  const parts: (WireText | WireImage)[] = [...toParts(blocks, !isThoughtKept)];
  const thoughts: WireText[] = [];
  for (const signature of signatures) {
    const { thoughtSignature } = signature;
    if (signature.on === 'thought') thoughts.push({ text: signature.text, thought: true, thoughtSignature });
    if (signature.on !== 'text') continue;
    const last = parts.at(-1);
    if (signature.isApart || !last || !('text' in last) || last.thought)
      parts.push({ text: '', thoughtSignature });
    else parts[parts.length - 1] = { ...last, thoughtSignature };
  }
  return [...thoughts, ...parts];
}

import type { FunctionTool, Turn } from '#engine';
import type { InferenceCall } from '#exchange';
import { placedParts, withIdentity, type CallParts } from '#features/conversation';
import { mergeTexts, refuseTooManyParts } from '#features/messages';
import { checkToolPairs } from './check-tool-pairs.ts';
import { joinTurns } from './join-turns.ts';

/** What a call has of its conversation. */
type CallTurns = Pick<
  InferenceCall,
  'turns' | 'needs' | 'pending' | 'earlierReplies' | 'builtinTools' | 'lowersMaxTokens'
>;

/**
 * The turns of a body as those of a call, behind the identity instruction (BILL-09). `sent`: one for each message, in
 * which `parts` refers to blocks by position. `param`: the field that holds them.
 */
export function toCallTurns(
  sent: readonly Turn[],
  tools: readonly FunctionTool[],
  parts: CallParts,
  { identity, param }: { readonly identity: string; readonly param: string },
): CallTurns {
  const joined = joinTurns(sent, parts);
  checkToolPairs(joined, param);
  refuseTooManyParts(joined, tools);
  const turns = withIdentity(identity, parts.pending.length > 0 ? joined : joined.map(mergeTexts));
  return { turns, lowersMaxTokens: true, ...placedParts(parts, turns.length - joined.length) };
}

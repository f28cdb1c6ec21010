import type { BuiltinTool, EarlierReply, InferenceCall, Need, PendingContent } from '#exchange';
import type { ConversationLimits } from './conversation-limits.ts';

/** What is found on the way through a body, beside the conversation itself. */
export interface CallParts {
  readonly limits: ConversationLimits;
  readonly needs: Need[];
  readonly pending: PendingContent[];
  readonly earlierReplies: EarlierReply[];
  readonly builtinTools: BuiltinTool[];
  images: number;
  documents: number;
  /** What the documents so far say of citations, which is the same for all (D-42). */
  citations: boolean | undefined;
  /** The last compaction block: what stands before it is not part of the prompt (D-39). */
  compaction: { readonly turn: number; readonly block: number } | undefined;
}

export function newCallParts(limits: ConversationLimits): CallParts {
  return {
    limits,
    needs: [],
    pending: [],
    earlierReplies: [],
    builtinTools: [],
    images: 0,
    documents: 0,
    citations: undefined,
    compaction: undefined,
  };
}

/** Notes what the model must be able to do. The first path where it is needed is the one that is named. */
export function need(
  parts: CallParts,
  capability: Need['capability'],
  refusal: Need['refusal'],
  param: string,
): void {
  if (!parts.needs.some((known) => known.capability === capability))
    parts.needs.push({ capability, refusal, param });
}

/** A compaction block stands for everything before it: what that needed, named or vouched for does not matter any more. */
export function resetAtCompaction(parts: CallParts, turn: number, block: number): void {
  parts.compaction = { turn, block };
  for (const list of [parts.needs, parts.pending, parts.earlierReplies]) list.length = 0;
}

/** The parts as a call has them: its turns begin with `before` others, and with the compaction block if there is one. */
export function placedParts(
  { needs, pending, earlierReplies, builtinTools, compaction }: CallParts,
  before: number,
): Pick<InferenceCall, 'needs' | 'pending' | 'earlierReplies' | 'builtinTools'> {
  const shift = before - (compaction?.turn ?? 0);
  return {
    needs,
    pending: pending.map((content) => ({
      ...content,
      position: { ...content.position, turn: content.position.turn + shift },
    })),
    earlierReplies: earlierReplies.map((reply) => ({ ...reply, turn: reply.turn + shift })),
    ...(builtinTools.length > 0 ? { builtinTools } : {}),
  };
}

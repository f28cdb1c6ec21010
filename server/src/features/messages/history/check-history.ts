import { ApiError } from '@svc/contract';
import type { Block } from '#engine';
import type { EarlierReply, Exchange, InferenceCall } from '#exchange';
import { modelNumber, type ReasoningSignatures } from './reasoning-signatures.ts';
import { digestOf } from './reply-digest.ts';
import type { ReplyMarks } from './reply-marks.ts';

/** What the service knows of the replies it gave. */
export interface ReplyHistory {
  readonly signatures: ReasoningSignatures;
  readonly marks: ReplyMarks;
  readonly markKey: Buffer;
  /** Whether any model here can reason. Without one there is nothing to remember. */
  readonly anyReasons: () => boolean;
}

/**
 * Holds a conversation to what was answered: reasoning blocks are ours, this organization's, whole, in their places and
 * all there (D-45, D-46). Those of another model are left out of the prompt.
 */
export function checkHistory(history: ReplyHistory, exchange: Exchange): void | Promise<void> {
  const { call, credential } = exchange;
  const replies = call.earlierReplies ?? [];
  const foreign = new Set<Block>();
  const model = modelNumber(call.requestedModel ?? '');
  for (const reply of replies) {
    const { blocks } = call.turns[reply.turn]!;
    for (const { block, signedModel } of checkSignatures(history.signatures, reply, blocks, credential.organizationId)) {
      if (signedModel !== model) foreign.add(block);
    }
  }
  const turns =
    foreign.size === 0 ? call.turns : call.turns.map((turn) => ({ ...turn, blocks: turn.blocks.filter((b) => !foreign.has(b)) }));
  // What vouched for the turns is not needed again, and a stream may run for minutes.
  exchange.call = { ...call, turns, earlierReplies: [] };
  if (replies.length > 0 && history.anyReasons()) return checkNothingDropped(history, call, replies, credential.workspaceId ?? '');
}

/** The reasoning blocks of a reply and the models they were written by, each where it stood. */
function checkSignatures(
  signatures: ReasoningSignatures,
  { path, reasoning }: EarlierReply,
  blocks: readonly Block[],
  organizationId: string,
): { block: Block; signedModel: string }[] {
  /** By reply: how far its blocks stand behind their first places. More than 0 where one reply continued another. */
  const shifts = new Map<string, number>();
  return reasoning.map(({ position, signature }) => {
    const block = blocks[position];
    const signed = block?.type === 'reasoning' ? signatures.verify(organizationId, block.text, signature) : undefined;
    const shift = signed ? position - signed.position : -1;
    if (!block || !signed || shift < 0 || (shifts.get(signed.reply) ?? shift) !== shift) {
      throw new ApiError('invalid_reasoning_block', { param: `${path}.content[${position}]` });
    }
    shifts.set(signed.reply, shift);
    return { block, signedModel: signed.model };
  });
}

async function checkNothingDropped(
  history: ReplyHistory,
  { turns }: InferenceCall,
  replies: readonly EarlierReply[],
  workspaceId: string,
): Promise<void> {
  const sent = replies.map(({ turn, reasoning }) => ({
    digest: digestOf(turns[turn]!.blocks, history.markKey, workspaceId),
    reasoningBlocks: reasoning.length,
  }));
  const shortened = await history.marks.findShortened(workspaceId, sent);
  if (shortened !== undefined) throw new ApiError('invalid_reasoning_block', { param: `${replies[shortened]!.path}.content` });
}

import { setImmediate } from 'node:timers/promises';
import { ApiError } from '@svc/contract';
import { blockCharacters, type Block } from '#engine';
import type { Authenticated, EarlierReply, Parsed } from '#exchange';
import { modelNumber, type ReasoningSignatures } from './reasoning-signatures.ts';
import { ReplyDigest } from './reply-digest.ts';
import type { ReplyMarks, SentReply } from './reply-marks.ts';

/** What the service knows of the replies it gave. */
export interface ReplyHistory {
  readonly signatures: ReasoningSignatures;
  readonly marks: ReplyMarks;
  readonly markKey: Buffer;
  /** Whether any model here can reason. Without one there is nothing to remember. */
  readonly anyReasons: () => boolean;
}

/** Characters that are hashed before others get a turn. */
const CHARACTERS_PER_YIELD = 1_048_576;
/** What hashing a block takes beside its text, as characters. */
const CHARACTERS_PER_BLOCK = 1024;
/** Longer reasoning is none of ours: no reply has as many tokens. */
const MAX_REASONING_CHARACTERS = 4_194_304;

/**
 * Holds a conversation to what was answered: reasoning blocks are ours, this organization's, whole, in their places and
 * all there (D-45, D-46). Those of another model than `model`, which is to answer, are left out of the prompt. Synchronous where there is nothing to check.
 */
export function checkHistory(
  history: ReplyHistory,
  exchange: Authenticated & Parsed,
  model: string,
): void | Promise<void> {
  const { earlierReplies: replies = [], ...call } = exchange.call;
  // What vouched for the turns is not needed again, and a stream may run for minutes.
  exchange.call = call;
  if (replies.some(({ reasoning }) => reasoning.length > 0) || (replies.length > 0 && history.anyReasons())) {
    return checkReplies(history, exchange, replies, modelNumber(model));
  }
}

async function checkReplies(
  history: ReplyHistory,
  exchange: Authenticated & Parsed,
  replies: readonly EarlierReply[],
  model: string,
): Promise<void> {
  const { call, credential } = exchange;
  const workspaceId = credential.workspaceId ?? '';
  const fromOtherModels = new Set<Block>();
  const sent: SentReply[] = [];
  let characters = 0;
  for (const reply of replies) {
    const { blocks } = call.turns[reply.turn]!;
    for (const { block, signedModel } of checkSignatures(
      history.signatures,
      reply,
      blocks,
      credential.organizationId,
    )) {
      if (signedModel !== model) fromOtherModels.add(block);
    }
    const digest = new ReplyDigest();
    for (const block of blocks) {
      digest.add(block);
      characters += blockCharacters(block) + CHARACTERS_PER_BLOCK;
      if (characters < CHARACTERS_PER_YIELD) continue;
      await setImmediate();
      characters = 0;
    }
    sent.push({ digest: digest.sign(history.markKey, workspaceId), reasoningBlocks: reply.reasoning.length });
  }
  if (fromOtherModels.size > 0)
    exchange.call = {
      ...call,
      turns: call.turns.map((turn) => ({
        ...turn,
        blocks: turn.blocks.filter((block) => !fromOtherModels.has(block)),
      })),
    };
  if (!history.anyReasons()) return;
  const shortened = await history.marks.findShortened(workspaceId, sent);
  if (shortened !== undefined)
    throw new ApiError('invalid_reasoning_block', { param: replies[shortened]!.path });
}

/** The reasoning blocks of a reply and the models they were written by, each where it stood. */
function checkSignatures(
  signatures: ReasoningSignatures,
  { path, reasoning, leftOut = 0 }: EarlierReply,
  blocks: readonly Block[],
  organizationId: string,
): { block: Block; signedModel: string }[] {
  /** By reply: how far its blocks stand behind their first places. More than 0 where one reply continued another. */
  const shifts = new Map<string, number>();
  return reasoning.map(({ position, signature }) => {
    const block = blocks[position];
    const readable = block?.type === 'reasoning' && block.text.length <= MAX_REASONING_CHARACTERS;
    const signed = readable ? signatures.verify(organizationId, block.text, signature) : undefined;
    const shift = signed ? position - signed.position : -1;
    if (!block || !signed || shift < 0 || (shifts.get(signed.reply) ?? shift) !== shift) {
      throw new ApiError('invalid_reasoning_block', { param: `${path}[${position + leftOut}]` });
    }
    shifts.set(signed.reply, shift);
    return { block, signedModel: signed.model };
  });
}

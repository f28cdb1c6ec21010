import { setImmediate } from 'node:timers/promises';
import type { Block } from '#engine';
import type { Authenticated, EarlierReply, Parsed } from '#exchange';
import { modelNumber, type ReplyHistory } from '#features/conversation';
import { joinTurns } from './join-turns.ts';

/** Characters that are hashed before others get a turn. */
const CHARACTERS_PER_YIELD = 1_048_576;

/**
 * Leaves out reasoning that the model that is to answer did not write for this organization (COMPG-12). Clients drop and
 * move reasoning as they please, so none is refused and none is missed. `modelId`: of that model, if it is known.
 */
export function keepGenuineReasoning(
  { signatures }: Pick<ReplyHistory, 'signatures'>,
  exchange: Authenticated & Parsed,
  modelId: string | undefined,
): void | Promise<void> {
  const { earlierReplies: replies = [], ...call } = exchange.call;
  // What vouched for the turns is not needed again, and a stream may run for minutes.
  exchange.call = call;
  const model = modelId === undefined ? undefined : modelNumber(modelId);
  const isGenuine = (text: string, signature: string): boolean =>
    signatures.verify(exchange.credential.organizationId, text, signature)?.model === model &&
    model !== undefined;
  if (replies.some(({ reasoning }) => reasoning.length > 0)) return leaveOut(exchange, replies, isGenuine);
}

async function leaveOut(
  exchange: Parsed,
  replies: readonly EarlierReply[],
  isGenuine: (text: string, signature: string) => boolean,
): Promise<void> {
  const { call } = exchange;
  const left = new Set<Block>();
  let characters = 0;
  for (const { turn, reasoning } of replies) {
    for (const { position, signature } of reasoning) {
      const block = call.turns[turn]?.blocks[position];
      if (block?.type !== 'reasoning') continue;
      if (!isGenuine(block.text, signature)) left.add(block);
      characters += block.text.length;
      if (characters < CHARACTERS_PER_YIELD) continue;
      await setImmediate();
      characters = 0;
    }
  }
  if (left.size > 0) exchange.call = without(call, left);
}

function without(call: Parsed['call'], left: ReadonlySet<Block>): Parsed['call'] {
  const start = call.turns.findIndex(({ role }) => role !== 'system');
  const before = call.turns.slice(0, start);
  const pending = (call.pending ?? []).map((content) => moved(content, -start));
  const turns = joinTurns(
    call.turns.slice(start).map((turn) => ({
      ...turn,
      // An empty text keeps the places of the others.
      blocks: turn.blocks.map((block): Block => (left.has(block) ? { type: 'text', text: '' } : block)),
    })),
    { pending, earlierReplies: [] },
  );
  return {
    ...call,
    turns: [...before, ...turns],
    ...(call.pending && { pending: pending.map((content) => moved(content, start)) }),
  };
}

function moved<Content extends { readonly position: { readonly turn: number } }>(
  content: Content,
  by: number,
): Content {
  return { ...content, position: { ...content.position, turn: content.position.turn + by } };
}

import { ApiError } from '@svc/contract';
import type { Block, Turn } from '#engine';
import type { EarlierReply } from '#exchange';
import {
  invalid,
  isAbsent,
  isObject,
  readObject,
  resetAtCompaction,
  type CallParts,
} from '#features/conversation';
import { checkToolPairing } from './check-tool-pairing.ts';
import { mergeTexts } from './merge-texts.ts';
import { parseAssistantBlock, parseUserBlock } from './parse-block.ts';

const TURN = new Set(['role', 'content']);

/** More turns than allowed are refused before any is looked at (D-01 step 9). */
export function refuseTooManyTurns(value: unknown, most: number): void {
  if (Array.isArray(value) && value.length > most) {
    throw new ApiError('too_many_messages', { param: 'messages', extra: { max_messages: most } });
  }
}

/**
 * The turns of a conversation: alternating, the user's first. One by the assistant at the end is continued (D-50). Behind those of a
 * template there may be none, and whose turn it is says the template.
 */
export function parseTurns(value: unknown, parts: CallParts, followsPrompt: boolean): Turn[] {
  if (followsPrompt && (isAbsent(value) || (Array.isArray(value) && value.length === 0))) return [];
  if (!Array.isArray(value) || value.length === 0)
    throw new ApiError('messages_required', { param: 'messages' });
  const isReplyFirst = followsPrompt && isObject(value[0]) && value[0]['role'] === 'assistant';
  const turns = value.map((item: unknown, i) => parseTurn(item, i, parts, isReplyFirst));
  checkToolPairing(turns);
  const kept = fromCompaction(turns, parts);
  return parts.pending.length > 0 ? kept : kept.map(mergeTexts);
}

/** The turns from the last compaction block on, which stands for all before it (D-39). */
function fromCompaction(turns: Turn[], { compaction }: CallParts): Turn[] {
  if (!compaction) return turns;
  const [first, ...rest] = turns.slice(compaction.turn);
  return [{ ...first!, blocks: first!.blocks.slice(compaction.block) }, ...rest];
}

function parseTurn(item: unknown, i: number, parts: CallParts, isReplyFirst: boolean): Turn {
  const path = `messages[${i}]`;
  const { role, content } = readObject(item, path, TURN);
  if (role !== 'user' && role !== 'assistant')
    throw invalid(`${path}.role`, `${path}.role must be user or assistant; instructions belong in system.`);
  if (role !== ((i % 2 === 0) === isReplyFirst ? 'assistant' : 'user'))
    throw invalid(
      `${path}.role`,
      'Turns must alternate between user and assistant, and the first must be the user’s.',
    );
  if (typeof content === 'string') {
    if (content === '') throw invalid(`${path}.content`, `${path}.content must not be empty.`);
    if (role === 'assistant') parts.earlierReplies.push({ path: `${path}.content`, turn: i, reasoning: [] });
    return { role, blocks: [{ type: 'text', text: content }] };
  }
  if (!Array.isArray(content))
    throw invalid(`${path}.content`, `${path}.content must be a string or a list of blocks.`);
  return role === 'user' ? userTurn(content, path, i, parts) : assistantTurn(content, path, i, parts);
}

function userTurn(content: readonly unknown[], path: string, turn: number, parts: CallParts): Turn {
  if (content.length === 0) throw invalid(`${path}.content`, `${path}.content must hold at least one block.`);
  return {
    role: 'user',
    blocks: content.map((item, block) =>
      parseUserBlock(item, `${path}.content[${block}]`, { turn, block }, parts),
    ),
  };
}

/** It may be empty: so may the reply it was. */
function assistantTurn(content: readonly unknown[], path: string, turn: number, parts: CallParts): Turn {
  const blocks: Block[] = [];
  let reasoning: EarlierReply['reasoning'][number][] = [];
  let leftOut = 0;
  for (const [i, item] of content.entries()) {
    const { signature, ...block } = parseAssistantBlock(item, `${path}.content[${i}]`);
    if (block.type === 'compaction') {
      // A call in front of it would be left out and its result would not.
      if (blocks.some(({ type }) => type === 'tool_call'))
        throw new ApiError('unmatched_tool_call', { param: `${path}.content[${i}]` });
      resetAtCompaction(parts, turn, i);
      reasoning = [];
      leftOut = i;
    }
    blocks.push(block);
    if (block.type === 'reasoning') reasoning.push({ position: i - leftOut, signature: signature! });
  }
  parts.earlierReplies.push({
    path: `${path}.content`,
    turn,
    reasoning,
    ...(leftOut > 0 ? { leftOut } : {}),
  });
  return { role: 'assistant', blocks };
}

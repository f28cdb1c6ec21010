import type { Block, Turn } from '#engine';
import type { EarlierReply } from '#exchange';
import { invalid, isObject } from '#features/conversation';
import { given } from '../base/is-empty.ts';
import type { TurnPlace } from './block-place.ts';
import { markedLast } from './cache-control.ts';
import { parseAnthropicReplyBlock } from './parse-anthropic-reply-block.ts';
import { parseAnthropicUserBlock } from './parse-anthropic-user-block.ts';
import { parseTexts } from './parse-system.ts';

const NOTHING: Block[] = [{ type: 'text', text: '' }];

/** One message as a turn (COMPA-07). `i`: its number in the body, by which it is named in refusals. */
export function parseAnthropicTurn(item: unknown, i: number, place: TurnPlace): Turn {
  const path = `messages[${i}]`;
  if (!isObject(item)) throw invalid(path, `${path} must be an object with a role and content.`);
  const { role } = item;
  const content = given(item['content']);
  const inContent = `${path}.content`;
  switch (role) {
    case 'system':
      return { role, blocks: parseTexts(content, inContent) };
    case 'user':
      return { role, blocks: userBlocks(content, inContent, place) };
    case 'assistant':
      return { role, blocks: replyBlocks(content, inContent, place) };
    default:
      throw invalid(`${path}.role`, `${path}.role must be user, assistant or system.`);
  }
}

/** A user who says nothing has still had their turn. */
function userBlocks(content: unknown, path: string, place: TurnPlace): Block[] {
  if (!Array.isArray(content)) return content === undefined ? NOTHING : parseTexts(content, path);
  const blocks: Block[] = [];
  for (const [i, item] of content.entries())
    blocks.push(
      ...markedLast(parseAnthropicUserBlock(item, `${path}[${i}]`, { ...place, block: blocks.length }), item),
    );
  return blocks;
}

function replyBlocks(content: unknown, path: string, { turn, parts }: TurnPlace): Block[] {
  if (!Array.isArray(content)) return parseTexts(content, path);
  const blocks: Block[] = [];
  const reasoning: EarlierReply['reasoning'][number][] = [];
  for (const [i, item] of content.entries()) {
    const parsed = parseAnthropicReplyBlock(item, `${path}[${i}]`);
    if (!parsed) continue;
    const { signature, ...block } = parsed;
    if (signature !== undefined) reasoning.push({ position: blocks.length, signature });
    blocks.push(block);
  }
  if (reasoning.length > 0) parts.earlierReplies.push({ path, turn, reasoning });
  return blocks;
}

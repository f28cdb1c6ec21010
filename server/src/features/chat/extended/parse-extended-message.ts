import { ApiError } from '@svc/contract';
import type { Block, ReasoningBlock, Turn } from '#engine';
import type { EarlierReply } from '#exchange';
import {
  invalid,
  isObject,
  readList,
  readObject,
  refuseUnknown,
  type CallParts,
  type Fields,
} from '#features/conversation';
import { assistantBlocks, readMessage, textBlocks, toolResult } from '../parse-message.ts';
import { checkAnnotations } from './check-annotations.ts';
import { parsePart } from './parse-part.ts';

const KNOWN = {
  system: new Set(['role', 'content']),
  user: new Set(['role', 'content']),
  assistant: new Set(['role', 'content', 'tool_calls', 'reasoning', 'annotations']),
  tool: new Set(['role', 'content', 'tool_call_id']),
} as const;
/** Pieces of a stream are numbered, and clients that join them may leave the numbers in. */
const TOOL_CALL = new Set(['id', 'type', 'function', 'index']);
const TOOL_CALL_FUNCTION = new Set(['name', 'arguments']);
const REASONING = new Set(['text', 'signature', 'index']);
const TEXT_PART = new Set(['type', 'text']);

/** One message with what the additions allow in it, and no unknown field (D-33, D-34). */
export function parseExtendedMessage(item: unknown, path: string, turn: number, parts: CallParts): Turn {
  const { role, fields } = readMessage(item, path);
  refuseUnknown(fields, KNOWN[role], path);
  if (role === 'user' && Array.isArray(fields['content']))
    return { role, blocks: userBlocks(fields['content'], path, turn, parts) };
  refuseUnknownParts(fields['content'], `${path}.content`);
  const { parts: most } = parts.limits;
  if (role === 'assistant') return { role, blocks: replyBlocks(fields, path, turn, parts) };
  if (role === 'tool') return { role: 'user', blocks: [toolResult(fields, path, most)] };
  return { role, blocks: textBlocks(fields, path, most) };
}

function refuseUnknownParts(content: unknown, path: string): void {
  if (!Array.isArray(content)) return;
  for (const [i, part] of content.entries())
    if (isObject(part) && part['type'] === 'text') refuseUnknown(part, TEXT_PART, `${path}[${i}]`);
}

function userBlocks(content: readonly unknown[], path: string, turn: number, parts: CallParts): Block[] {
  const most = parts.limits.parts;
  if (content.length === 0 || content.length > most)
    throw invalid(`${path}.content`, `${path}.content must hold 1 to ${most} parts.`);
  return content.map((part, block) => parsePart(part, `${path}.content[${block}]`, { turn, block }, parts));
}

/** Reasoning first: it led to what follows, and the order among them is not part of the shape (D-37). */
function replyBlocks(fields: Fields, path: string, turn: number, parts: CallParts): Block[] {
  for (const [i, call] of readList(fields['tool_calls'], `${path}.tool_calls`).entries())
    refuseUnknownInCall(call, `${path}.tool_calls[${i}]`);
  checkAnnotations(fields['annotations'], `${path}.annotations`);
  const said = assistantBlocks(fields, path, parts.limits.parts);
  const list = `${path}.reasoning`;
  const signatures: EarlierReply['reasoning'][number][] = [];
  const reasoning = readList(fields['reasoning'], list).map((item, position): ReasoningBlock => {
    const { text, signature } = readObject(item, `${list}[${position}]`, REASONING);
    if (typeof text !== 'string' || typeof signature !== 'string')
      throw new ApiError('invalid_reasoning_block', { param: `${list}[${position}]` });
    signatures.push({ position, signature });
    return { type: 'reasoning', text };
  });
  parts.earlierReplies.push({ path: list, turn, reasoning: signatures });
  // Nothing was said where the content is empty, and replies are known again by what they said.
  return [...reasoning, ...said.filter((block) => block.type !== 'text' || block.text !== '')];
}

function refuseUnknownInCall(call: unknown, path: string): void {
  if (!isObject(call)) return;
  refuseUnknown(call, TOOL_CALL, path);
  if (isObject(call['function'])) refuseUnknown(call['function'], TOOL_CALL_FUNCTION, `${path}.function`);
}

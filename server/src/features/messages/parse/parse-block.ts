import { ApiError } from '@svc/contract';
import { jsonText } from '#kit';
import type {
  Block,
  CompactionBlock,
  ImageBlock,
  ReasoningBlock,
  TextBlock,
  ToolCallBlock,
  ToolResultBlock,
} from '#engine';
import {
  checkCitations,
  invalid,
  isAbsent,
  isObject,
  parseDocument,
  parseImage,
  readFlag,
  readObject,
  readText,
  type CallParts,
  type Fields,
} from '#features/conversation';

const TEXT = new Set(['type', 'text']);
const ASSISTANT_TEXT = new Set(['type', 'text', 'citations']);
const TOOL_CALL = new Set(['type', 'id', 'name', 'input']);
const TOOL_RESULT = new Set(['type', 'tool_call_id', 'content', 'is_error']);
const COMPACTION = new Set(['type', 'summary']);
const REASONING = new Set(['type', 'text', 'signature']);

function misplaced(path: string): ApiError {
  return new ApiError('invalid_block_type', { param: path });
}

function readBlock(value: unknown, path: string): Fields {
  if (!isObject(value))
    throw invalid(path, `${path} must be a content block, which is an object with a type.`);
  return value;
}

/** A text block of the system instructions or the user. */
export function parseText(value: unknown, path: string): TextBlock {
  const block = readBlock(value, path);
  if (block['type'] !== 'text') throw misplaced(path);
  readObject(block, path, TEXT);
  return { type: 'text', text: readText(block['text'], `${path}.text`) };
}

/** Where a block stands: the turn's number among the messages, and its own in the turn. */
export interface BlockPosition {
  readonly turn: number;
  readonly block: number;
}

/** One block of a user turn. */
export function parseUserBlock(
  value: unknown,
  path: string,
  position: BlockPosition,
  parts: CallParts,
): Block {
  const block = readBlock(value, path);
  switch (block['type']) {
    case 'text':
      return parseText(block, path);
    case 'image':
      return parseImage(block, path, position, parts);
    case 'document':
      return parseDocument(block, path, position, parts);
    case 'tool_result':
      return parseToolResult(block, path, position, parts);
    default:
      throw misplaced(path);
  }
}

/** One block of an assistant turn. */
export function parseAssistantBlock(value: unknown, path: string): Block & { readonly signature?: string } {
  const block = readBlock(value, path);
  switch (block['type']) {
    case 'text':
      readObject(block, path, ASSISTANT_TEXT);
      checkCitations(block['citations'], `${path}.citations`);
      return { type: 'text', text: readText(block['text'], `${path}.text`) };
    case 'tool_call':
      return parseToolCall(block, path);
    case 'reasoning':
      return parseReasoning(block, path);
    case 'compaction':
      return parseCompaction(block, path);
    default:
      throw misplaced(path);
  }
}

function parseToolCall(block: Fields, path: string): ToolCallBlock {
  readObject(block, path, TOOL_CALL);
  const { input } = block;
  const id = readText(block['id'], `${path}.id`);
  const name = readText(block['name'], `${path}.name`);
  if (!isObject(input)) throw invalid(`${path}.input`, `${path}.input must be an object.`);
  return { type: 'tool_call', id, name, arguments: jsonText(input) };
}

/** What is missing from it was taken away: it was sent whole (D-45). */
function parseReasoning(block: Fields, path: string): ReasoningBlock & { readonly signature: string } {
  readObject(block, path, REASONING);
  const { text, signature } = block;
  if (typeof text !== 'string' || typeof signature !== 'string')
    throw new ApiError('invalid_reasoning_block', { param: path });
  return { type: 'reasoning', text, signature };
}

/** What we wrote in the place of everything before it (D-39). */
function parseCompaction(block: Fields, path: string): CompactionBlock {
  readObject(block, path, COMPACTION);
  return { type: 'compaction', text: readText(block['summary'], `${path}.summary`) };
}

function parseToolResult(
  block: Fields,
  path: string,
  position: BlockPosition,
  parts: CallParts,
): ToolResultBlock {
  readObject(block, path, TOOL_RESULT);
  const callId = readText(block['tool_call_id'], `${path}.tool_call_id`);
  const isError = readFlag(block['is_error'], `${path}.is_error`) ?? false;
  const { text, images } = readResult(block['content'], `${path}.content`, position, parts);
  return {
    type: 'tool_result',
    callId,
    text,
    ...(images.length > 0 ? { images } : {}),
    ...(isError ? { isError } : {}),
  };
}

/** A text, or text and image blocks. An empty result is a result. */
function readResult(
  content: unknown,
  path: string,
  position: BlockPosition,
  parts: CallParts,
): { text: string; images: ImageBlock[] } {
  const images: ImageBlock[] = [];
  if (isAbsent(content)) return { text: '', images };
  if (typeof content === 'string') return { text: content, images };
  if (!Array.isArray(content))
    throw invalid(path, `${path} must be a string or a list of text and image blocks.`);
  let text = '';
  for (const [i, item] of content.entries()) {
    const block = readBlock(item, `${path}[${i}]`);
    if (block['type'] === 'image')
      images.push(parseImage(block, `${path}[${i}]`, { ...position, image: images.length }, parts));
    else text += parseText(block, `${path}[${i}]`).text;
  }
  return { text, images };
}

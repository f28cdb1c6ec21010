import { ApiError } from '@svc/contract';
import type { Block, ToolCallBlock } from '#engine';
import { jsonText } from '#kit';
import { invalid, isObject, readText, type Fields } from '#features/conversation';
import { marked } from './cache-control.ts';
import { parseTextBlock } from './parse-system.ts';
import { fromToolUseId } from './tool-use-id.ts';

/** What other services' tools did inside a reply, and what only they can read. */
const DROPPED: ReadonlySet<unknown> = new Set([
  'redacted_thinking',
  'server_tool_use',
  'mcp_tool_use',
  'compaction',
]);
const TOOL_RESULT = '_tool_result';

/**
 * One block of an assistant turn (COMPA-09); undefined where it is dropped. Reasoning comes with the signature that it
 * was sent with, and is dropped without one (COMPG-12).
 */
export function parseAnthropicReplyBlock(
  block: unknown,
  path: string,
): (Block & { readonly signature?: string }) | undefined {
  if (!isObject(block))
    throw invalid(path, `${path} must be a content block, which is an object with a type.`);
  const { type, thinking: text, signature } = block;
  switch (type) {
    case 'text':
      return parseTextBlock(block, path);
    case 'tool_use':
      return marked(parseToolUse(block, path), block);
    case 'thinking':
      return typeof text === 'string' && typeof signature === 'string' && signature !== ''
        ? { type: 'reasoning', text, signature }
        : undefined;
    default:
      if (DROPPED.has(type) || (typeof type === 'string' && type.endsWith(TOOL_RESULT))) return undefined;
      throw new ApiError('invalid_block_type', { param: path });
  }
}

/** What is no object goes back to the model as it was written (COMPG-13). */
function parseToolUse({ id, name, input }: Fields, path: string): ToolCallBlock {
  return {
    type: 'tool_call',
    id: fromToolUseId(readText(id, `${path}.id`)),
    name: readText(name, `${path}.name`),
    arguments: typeof input === 'string' ? input : jsonText(input ?? {}),
  };
}

import { ApiError } from '@svc/contract';
import type { Block } from '#engine';
import { invalid, isObject, parseImage } from '#features/conversation';
import type { BlockPlace } from './block-place.ts';
import { parseAnthropicDocument } from './parse-anthropic-document.ts';
import { parseTextBlock } from './parse-system.ts';
import { parseToolResult } from './parse-tool-result.ts';
import { searchResultText } from './search-result-text.ts';
import { knownImage } from './known-source.ts';

/** One block of a user turn (COMPA-08). A result may bring documents, which are blocks of their own behind it. */
export function parseAnthropicUserBlock(item: unknown, path: string, place: BlockPlace): Block[] {
  if (!isObject(item))
    throw invalid(path, `${path} must be a content block, which is an object with a type.`);
  const { turn, block, parts } = place;
  switch (item['type']) {
    case 'text':
      return [parseTextBlock(item, path)];
    case 'image':
      return [parseImage(knownImage(item), path, { turn, block }, parts)];
    case 'document':
      return [parseAnthropicDocument(item, path, place)];
    case 'search_result':
      return [{ type: 'text', text: searchResultText(item, path) }];
    case 'tool_result':
      return parseToolResult(item, path, place);
    default:
      throw new ApiError('invalid_block_type', { param: path });
  }
}

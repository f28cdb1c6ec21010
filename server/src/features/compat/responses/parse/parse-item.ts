import type { Turn } from '#engine';
import type { ItemReference, SentSummary } from '#exchange';
import { jsonText } from '#kit';
import { invalid, isObject, type CallParts, type Fields } from '#features/conversation';
import { unsupportedValue } from '../../base/unsupported-value.ts';
import { decodeSignedText } from '../signed-text.ts';
import { itemType } from './item-type.ts';
import { parseCompaction } from './parse-compaction.ts';
import { parseMessage } from './parse-message.ts';
import { parseResult } from './parse-result.ts';
import type { ToolNames } from './tool-names.ts';

/** What items of a body leave to those who know the caller. */
export interface FoundInItems {
  /** Items that are named and not sent. */
  readonly references: ItemReference[];
  summary?: SentSummary;
}

export interface ItemContext {
  readonly parts: CallParts;
  readonly names: ToolNames;
  readonly found: FoundInItems;
}

/** An item that says nothing to the model. */
export const NOTHING: Turn = { role: 'assistant', blocks: [] };
const MAX_ID_CHARACTERS = 64;

/** One item of `input` as a turn (COMPR-05). It is turn `i + 1` of the conversation: the instructions stand before. */
export function parseItem(item: unknown, i: number, { parts, names, found }: ItemContext): Turn {
  const path = `input[${i}]`;
  if (!isObject(item)) throw invalid(path, `${path} must be an item, which is an object with a type.`);
  switch (itemType(item)) {
    case 'message':
      return parseMessage(item, path, i + 1, parts);
    case 'function_call':
      return { role: 'assistant', blocks: [toCall(item, path, names, toArguments(item['arguments']))] };
    case 'custom_tool_call':
      return {
        role: 'assistant',
        blocks: [toCall(item, path, names, JSON.stringify({ input: item['input'] ?? '' }))],
      };
    case 'function_call_output':
    case 'custom_tool_call_output':
      return { role: 'user', blocks: parseResult(item, path, i + 1, parts) };
    case 'reasoning':
      return parseSignedReasoning(item, path, i + 1, parts);
    case 'additional_tools':
    case 'web_search_call':
      return NOTHING;
    case 'compaction':
      return parseSummary(item, path, found);
    case 'compaction_trigger':
      throw invalid(path, `${path} asks for a summary of the input: it must be the last item.`);
    case 'item_reference':
      found.references.push({ itemId: readItemId(item['id']), path, turn: i + 1 });
      return NOTHING;
    default:
      throw unsupportedValue(`${path}.type`, 'Items of this type are not available.');
  }
}

function toCall({ call_id: id, name, namespace }: Fields, path: string, names: ToolNames, input: string) {
  if (typeof id !== 'string' || id === '')
    throw invalid(`${path}.call_id`, `${path}.call_id must be a non-empty string.`);
  if (typeof name !== 'string' || name === '')
    throw invalid(`${path}.name`, `${path}.name must be a non-empty string.`);
  const tool = { name, ...(typeof namespace === 'string' && namespace !== '' ? { namespace } : {}) };
  return { type: 'tool_call' as const, id, name: names.of(tool), arguments: input };
}

/** As the model wrote them, JSON or not (COMPG-13). */
function toArguments(value: unknown): string {
  return typeof value === 'string' ? value : jsonText(value ?? {});
}

function parseSummary(item: Fields, path: string, found: FoundInItems): Turn {
  const { turn, summary } = parseCompaction(item, path);
  found.summary = summary;
  return turn;
}

/** Reasoning that was not sealed, or not by us, is left out (COMPR-09). */
function parseSignedReasoning(item: Fields, path: string, turn: number, parts: CallParts): Turn {
  const opened = decodeSignedText(item['encrypted_content']);
  if (!opened) return NOTHING;
  const { text, signature } = opened;
  parts.earlierReplies.push({ path, turn, reasoning: [{ position: 0, signature }] });
  return { role: 'assistant', blocks: [{ type: 'reasoning', text }] };
}

/** No id of ours is as long. */
function readItemId(id: unknown): string {
  return typeof id === 'string' ? id.slice(0, MAX_ID_CHARACTERS) : '';
}

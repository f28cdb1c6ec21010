import type { FunctionTool, Turn } from '#engine';
import { invalid, remainingCharacters, remainingJsonValues } from '#features/conversation';

/** More than fits any window: a call and its result are a dozen tokens at the least. */
const MAX_BLOCKS = 100_000;
/** Values of all tools; the largest sets of tools in use have some ten thousand. */
const MAX_SCHEMA_VALUES = 100_000;
/** The tool, its type, its function and the function's name. */
const VALUES_PER_TOOL = 4;
/** Of all tools, as their schemas and descriptions have them: more than a window of a million tokens has room for. */
const MAX_TOOL_CHARACTERS = 4_000_000;

/**
 * A body of 32 MB may hold ten million values, and whoever takes them over or writes them again, one by one, serves nobody
 * meanwhile. No conversation a model can read has as many; text is not counted, however it is cut.
 */
export function refuseTooManyParts(turns: readonly Turn[], tools: readonly FunctionTool[]): void {
  let blocks = 0;
  for (const turn of turns) blocks += turn.blocks.length;
  if (blocks > MAX_BLOCKS)
    throw invalid('messages', `The conversation may have at most ${MAX_BLOCKS} blocks.`);
  let left = MAX_SCHEMA_VALUES;
  for (const { parameters } of tools) {
    left = remainingJsonValues(parameters, left - VALUES_PER_TOOL);
    if (left < 0) throw invalid('tools', `The tools may hold at most ${MAX_SCHEMA_VALUES} values in all.`);
  }
  if (remainingCharacters(tools, MAX_TOOL_CHARACTERS) < 0)
    throw invalid('tools', `The tools may have at most ${MAX_TOOL_CHARACTERS} characters in all.`);
}

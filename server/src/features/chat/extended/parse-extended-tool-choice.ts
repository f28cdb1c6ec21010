import type { ToolChoice } from '#engine';
import { invalid, isObject, readObject, type DeclaredTools } from '#features/conversation';
import { parseToolChoice } from '../parse-tools.ts';

const CHOICE = new Set(['type', 'function']);
const FUNCTION = new Set(['name']);

/** The live forms, and `required`: some tool must be called (D-34). */
export function parseExtendedToolChoice(value: unknown, tools: DeclaredTools): ToolChoice {
  if (value === 'required') {
    if (tools.none)
      throw invalid('tool_choice', 'tool_choice requires a tool call, but the request has no tools.');
    return 'any';
  }
  if (isObject(value)) {
    readObject(value, 'tool_choice', CHOICE);
    if (isObject(value['function'])) readObject(value['function'], 'tool_choice.function', FUNCTION);
  }
  return parseToolChoice(value, tools);
}

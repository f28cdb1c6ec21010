import type { ToolChoice } from '#engine';
import {
  invalid,
  isAbsent,
  isObject,
  readObject,
  readText,
  type DeclaredTools,
} from '#features/conversation';

const CHOICE = new Set(['type']);
const NAMED_CHOICE = new Set(['type', 'name']);

/** `auto`, `none`, `any`, or one declared tool by name; always an object (MSG-15). */
export function parseToolChoice(value: unknown, tools: DeclaredTools): ToolChoice {
  if (isAbsent(value)) return 'auto';
  const type = isObject(value) ? value['type'] : undefined;
  if (type === 'auto' || type === 'none' || type === 'any') {
    readObject(value, 'tool_choice', CHOICE);
    if (type === 'any' && tools.none)
      throw invalid('tool_choice', 'tool_choice requires a tool call, but the request has no tools.');
    return type;
  }
  if (type !== 'tool')
    throw invalid('tool_choice', 'tool_choice must be an object whose type is auto, none, any or tool.');
  const name = readText(readObject(value, 'tool_choice', NAMED_CHOICE)['name'], 'tool_choice.name');
  if (!tools.has(name)) throw invalid('tool_choice.name', 'tool_choice names a tool that is not in tools.');
  return { name };
}

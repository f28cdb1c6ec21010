import { ApiError, SERVER_TOOLS } from '@svc/contract';
import type { FunctionTool, ToolChoice } from '#engine';
import { need, type CallParts } from './call-parts.ts';
import { invalid, isAbsent, isObject, readFlag, readList, readObject, readText } from './fields.ts';

const TOOL = new Set(['type', 'function']);
const FUNCTION = new Set(['name', 'description', 'parameters', 'strict']);
const CHOICE = new Set(['type']);
const NAMED_CHOICE = new Set(['type', 'name']);

/** The tools of a request, in the definition of chat completions (MSG-14). */
export function parseTools(value: unknown, parts: CallParts): FunctionTool[] {
  const tools = readList(value, 'tools');
  if (tools.length > 0) need(parts, 'tools', 'unsupported_parameter', 'tools');
  return tools.map((tool, i) => parseTool(tool, `tools[${i}]`, parts));
}

function parseTool(value: unknown, path: string, parts: CallParts): FunctionTool {
  const type = isObject(value) ? value['type'] : undefined;
  if (SERVER_TOOLS.some((name) => name === type)) throw new ApiError('unsupported_parameter', { param: `${path}.type` });
  if (type !== 'function') throw invalid(`${path}.type`, `${path}.type must be "function".`);
  const fn = readObject(readObject(value, path, TOOL)['function'], `${path}.function`, FUNCTION);
  const name = readText(fn['name'], `${path}.function.name`);
  const description = fn['description'] ?? undefined;
  const parameters = fn['parameters'] ?? undefined;
  if (description !== undefined && typeof description !== 'string')
    throw invalid(`${path}.function.description`, `${path}.function.description must be a string.`);
  if (parameters !== undefined && !isObject(parameters))
    throw invalid(`${path}.function.parameters`, `${path}.function.parameters must be a JSON Schema object.`);
  const strict = readFlag(fn['strict'], `${path}.function.strict`) ?? false;
  if (strict) need(parts, 'strict_tools', 'unsupported_parameter', `${path}.function.strict`);
  return {
    name,
    ...(description === undefined ? {} : { description }),
    ...(parameters === undefined ? {} : { parameters }),
    ...(strict ? { strict } : {}),
  };
}

/** `auto`, `none`, `any`, or one declared tool by name; always an object (MSG-15). */
export function parseToolChoice(value: unknown, tools: readonly FunctionTool[]): ToolChoice {
  if (isAbsent(value)) return 'auto';
  const type = isObject(value) ? value['type'] : undefined;
  if (type === 'auto' || type === 'none' || type === 'any') {
    readObject(value, 'tool_choice', CHOICE);
    if (type === 'any' && tools.length === 0) throw invalid('tool_choice', 'tool_choice asks for a call, and there are no tools.');
    return type;
  }
  if (type !== 'tool') throw invalid('tool_choice', 'tool_choice must be an object whose type is auto, none, any or tool.');
  const name = readText(readObject(value, 'tool_choice', NAMED_CHOICE)['name'], 'tool_choice.name');
  if (!tools.some((tool) => tool.name === name)) throw invalid('tool_choice.name', 'tool_choice names a tool that is not in tools.');
  return { name };
}

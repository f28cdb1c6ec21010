import { ApiError, SERVER_TOOLS } from '@svc/contract';
import type { FunctionTool } from '#engine';
import { need, type CallParts } from './call-parts.ts';
import { invalid, isObject, readFlag, readList, readObject, readText } from './fields.ts';

const TOOL = new Set(['type', 'function']);
const FUNCTION = new Set(['name', 'description', 'parameters', 'strict']);

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

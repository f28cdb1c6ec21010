import { isServerTool } from '@svc/contract';
import type { FunctionTool } from '#engine';
import { need, type CallParts } from './call-parts.ts';
import { invalid, isObject, readFlag, readList, readObject, readText } from './fields.ts';
import { parametersAsSent } from './parameters-as-sent.ts';
import { parseBuiltinTool } from './parse-builtin-tool.ts';

const TOOL = new Set(['type', 'function']);
const FUNCTION = new Set(['name', 'description', 'parameters', 'strict']);

/** The functions of a request, in the definition of chat completions (MSG-14); its built-in tools go to the parts (D-41). */
export function parseTools(value: unknown, parts: CallParts): FunctionTool[] {
  const functions: FunctionTool[] = [];
  const paths = new Map<string, string>();
  for (const [i, tool] of readList(value, 'tools').entries()) {
    const path = `tools[${i}]`;
    const type = isObject(tool) ? tool['type'] : undefined;
    if (isObject(tool) && isServerTool(type)) {
      parts.builtinTools.push(parseBuiltinTool(tool, type, path, parts));
      continue;
    }
    if (functions.length === 0) need(parts, 'tools', 'unsupported_parameter', 'tools');
    const fn = parseFunction(tool, path, parts);
    functions.push(fn);
    if (isServerTool(fn.name)) paths.set(fn.name, `${path}.function.name`);
  }
  for (const { type } of parts.builtinTools) {
    const path = paths.get(type);
    if (path !== undefined) throw invalid(path, `${path} is the name of a built-in tool of this request.`);
  }
  return functions;
}

function parseFunction(value: unknown, path: string, parts: CallParts): FunctionTool {
  if (!isObject(value) || value['type'] !== 'function')
    throw invalid(`${path}.type`, `${path}.type must be "function" or a built-in tool.`);
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
    ...(parameters === undefined ? {} : parametersAsSent(parameters)),
    ...(strict ? { strict } : {}),
  };
}

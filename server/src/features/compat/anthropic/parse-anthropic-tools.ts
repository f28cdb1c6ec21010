import type { ServerTool } from '@svc/contract';
import type { FunctionTool, ToolChoice } from '#engine';
import type { InferenceCall } from '#exchange';
import {
  invalid,
  isObject,
  need,
  parseBuiltinTool,
  readFlag,
  readList,
  type CallParts,
  type Fields,
} from '#features/conversation';
import { given } from '../base/is-empty.ts';
import { marked } from './cache-control.ts';
import { parseFunctionTool } from '../base/parse-function-tool.ts';
import { unsupportedValue } from '../base/unsupported-value.ts';

/** Tools that we run, by the beginning of their type; a date follows (COMPA-11). */
const SERVER_TOOLS: readonly (readonly [type: string, tool: ServerTool])[] = [
  ['web_search_', 'svc_web_search'],
  ['web_fetch_', 'svc_web_fetch'],
];
/** Finds tools among many. All of them are shown to the model anyway. */
const TOOL_SEARCH = 'tool_search_tool_';

interface Declared {
  readonly functions: FunctionTool[];
  /** The model's name of each tool, by the caller's. */
  readonly names: Map<string, string>;
}

/** `tools` and `tool_choice` (COMPA-06, COMPA-11). */
export function parseAnthropicTools(
  fields: Fields,
  parts: CallParts,
): Pick<InferenceCall, 'tools' | 'toolChoice' | 'parallelToolCalls'> {
  const declared: Declared = { functions: [], names: new Map() };
  for (const [i, tool] of readList(given(fields['tools']), 'tools').entries())
    addTool(tool, `tools[${i}]`, declared, parts);
  for (const { type } of parts.builtinTools)
    if (declared.functions.some(({ name }) => name === type))
      throw invalid('tools', `${type} is the name of a built-in tool of this request.`);
  const choice = given(fields['tool_choice']);
  const isSingle =
    isObject(choice) && readFlag(choice['disable_parallel_tool_use'], DISABLE_PARALLEL) === true;
  return {
    tools: declared.functions,
    toolChoice: parseChoice(choice, declared.names),
    ...(isSingle ? { parallelToolCalls: false } : {}),
  };
}

const DISABLE_PARALLEL = 'tool_choice.disable_parallel_tool_use';

function addTool(tool: unknown, path: string, { functions, names }: Declared, parts: CallParts): void {
  if (!isObject(tool)) throw invalid(path, `${path} must be an object.`);
  const { name, description, input_schema: schema, strict } = tool;
  const type = given(tool['type']) ?? 'custom';
  if (typeof type !== 'string') throw invalid(`${path}.type`, `${path}.type must be a string.`);
  if (type.startsWith(TOOL_SEARCH)) return;
  if (type === 'custom') {
    need(parts, 'tools', 'unsupported_parameter', 'tools');
    const fn = parseFunctionTool({ name, description, schema, strict }, path, parts.limits.strictSchemaDepth);
    names.set(fn.name, fn.name);
    functions.push(marked(fn, tool));
    return;
  }
  const [, builtin] = SERVER_TOOLS.find(([prefix]) => type.startsWith(prefix)) ?? [];
  if (!builtin)
    throw unsupportedValue(`${path}.type`, `Tools of the type ${type.slice(0, 64)} are not available.`);
  parts.builtinTools.push(parseServerTool(tool, builtin, path, parts));
  if (typeof name === 'string') names.set(name, builtin);
}

function parseServerTool(
  { max_uses, allowed_domains, blocked_domains }: Fields,
  type: ServerTool,
  path: string,
  parts: CallParts,
): CallParts['builtinTools'][number] {
  const most = parts.limits.serverToolUses;
  const uses = typeof max_uses === 'number' ? Math.min(max_uses, most) : max_uses;
  return parseBuiltinTool(
    {
      type,
      max_uses: uses,
      allowed_domains: given(allowed_domains),
      blocked_domains: given(blocked_domains),
    },
    type,
    path,
    parts,
  );
}

function parseChoice(choice: unknown, names: ReadonlyMap<string, string>): ToolChoice {
  if (choice === undefined) return 'auto';
  const { type, name } = isObject(choice) ? choice : {};
  switch (type) {
    case 'auto':
    case 'none':
      return type;
    case 'any':
      if (names.size === 0)
        throw invalid('tool_choice', 'tool_choice requires a tool call, but the request has no tools.');
      return type;
    case 'tool': {
      const known = typeof name === 'string' ? names.get(name) : undefined;
      if (known === undefined)
        throw invalid('tool_choice.name', 'tool_choice.name must be that of a tool in tools.');
      return { name: known };
    }
    default:
      throw invalid('tool_choice.type', 'tool_choice.type must be auto, any, none or tool.');
  }
}

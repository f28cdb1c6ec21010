import type { FunctionTool, ToolChoice } from '#engine';
import type { InferenceCall } from '#exchange';
import {
  invalid,
  isAbsent,
  isObject,
  need,
  readFlag,
  readList,
  type CallParts,
  type Fields,
} from '#features/conversation';
import { given } from '../base/is-empty.ts';
import { parseFunctionTool } from '../base/parse-function-tool.ts';
import { unsupportedValue } from '../base/unsupported-value.ts';

type Chosen = Pick<InferenceCall, 'tools' | 'toolChoice' | 'onlyListedTools'>;
type ParsedTools = Chosen & Pick<InferenceCall, 'parallelToolCalls'>;

/** `tools`, and how they are to be called (COMPO-02). */
export function parseOpenAiTools(fields: Fields, parts: CallParts): ParsedTools {
  const declared = readList(given(fields['tools']), 'tools').map((tool, i) => parseTool(tool, i, parts));
  if (declared.length > 0) need(parts, 'tools', 'unsupported_parameter', 'tools');
  parseWebSearch(fields['web_search_options'], parts);
  const parallel = readFlag(given(fields['parallel_tool_calls']), 'parallel_tool_calls');
  const chosen = parseChoice(given(fields['tool_choice']), declared);
  return { ...chosen, ...(parallel === undefined ? {} : { parallelToolCalls: parallel }) };
}

function parseTool(tool: unknown, i: number, { limits }: CallParts): FunctionTool {
  const path = `tools[${i}]`;
  if (!isObject(tool)) throw invalid(path, `${path} must be an object.`);
  if ((tool['type'] ?? 'function') !== 'function')
    throw unsupportedValue(`${path}.type`, 'Only tools of the type function can be called.');
  const fn = tool['function'];
  if (!isObject(fn)) throw invalid(`${path}.function`, `${path}.function must be an object.`);
  const { name, description, parameters: schema, strict } = fn;
  return parseFunctionTool(
    { name, description, schema, strict },
    `${path}.function`,
    limits.strictSchemaDepth,
  );
}

/** Asked for by being there: an empty object is how clients switch it on. */
function parseWebSearch(value: unknown, parts: CallParts): void {
  if (isAbsent(value)) return;
  need(parts, 'svc_web_search', 'unsupported_parameter', 'web_search_options');
  parts.builtinTools.push({ type: 'svc_web_search', maxUses: parts.limits.serverToolUsesDefault });
}

function parseChoice(choice: unknown, tools: FunctionTool[]): Chosen {
  if (isObject(choice) && choice['type'] === 'allowed_tools')
    return parseAllowed(choice['allowed_tools'], tools);
  return { tools, toolChoice: parseMode(choice, tools) };
}

/** Only the named tools are shown to the model and may be called, and the mode is that over them. */
function parseAllowed(value: unknown, tools: readonly FunctionTool[]): Chosen {
  const path = 'tool_choice.allowed_tools';
  if (!isObject(value)) throw invalid(path, `${path} must be an object.`);
  const names = new Set(readList(value['tools'], `${path}.tools`).map(nameOf));
  for (const name of names)
    if (!tools.some((tool) => tool.name === name))
      throw invalid(`${path}.tools`, `${path}.tools names a function that is not in tools.`);
  const allowed = tools.filter(({ name }) => names.has(name));
  return { tools: allowed, toolChoice: parseMode(given(value['mode']), allowed), onlyListedTools: true };
}

function parseMode(choice: unknown, tools: readonly FunctionTool[]): ToolChoice {
  if (choice === undefined || choice === 'auto') return 'auto';
  if (choice === 'none') return 'none';
  if (choice === 'required') {
    if (tools.length === 0)
      throw invalid('tool_choice', 'tool_choice requires a tool call, but the request has no tools.');
    return 'any';
  }
  const name = nameOf(choice);
  if (name === undefined)
    throw invalid('tool_choice', 'tool_choice must be auto, none, required or name one function.');
  if (!tools.some((tool) => tool.name === name))
    throw invalid('tool_choice', 'tool_choice names a function that is not in tools.');
  return { name };
}

function nameOf(value: unknown): string | undefined {
  const fn = isObject(value) ? value['function'] : undefined;
  const name = isObject(fn) ? fn['name'] : undefined;
  return typeof name === 'string' ? name : undefined;
}

import type { FunctionTool, ToolChoice } from '#engine';
import { invalid, isObject, parametersAsSent, type DeclaredTools } from '#features/conversation';

/** The tools of a chat request (inference contract §2.3). Null counts as absent (D-09). */
export function parseTools(value: unknown): FunctionTool[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw invalid('tools', 'tools must be a list.');
  return value.map((tool: unknown, i) => parseTool(tool, `tools[${i}]`));
}

function parseTool(tool: unknown, path: string): FunctionTool {
  if (!isObject(tool) || tool['type'] !== 'function')
    throw invalid(`${path}.type`, `${path}.type must be "function".`);
  const fn = tool['function'];
  if (!isObject(fn) || typeof fn['name'] !== 'string' || fn['name'] === '')
    throw invalid(`${path}.function.name`, `${path}.function.name must be a non-empty string.`);
  const description = fn['description'] ?? undefined;
  const parameters = fn['parameters'] ?? undefined;
  if (description !== undefined && typeof description !== 'string')
    throw invalid(`${path}.function.description`, `${path}.function.description must be a string.`);
  if (parameters !== undefined && !isObject(parameters))
    throw invalid(`${path}.function.parameters`, `${path}.function.parameters must be a JSON Schema object.`);
  return {
    name: fn['name'],
    ...(description === undefined ? {} : { description }),
    ...(parameters === undefined ? {} : parametersAsSent(parameters)),
  };
}

/** `auto`, `none`, or one declared function by name. */
export function parseToolChoice(value: unknown, tools: Pick<DeclaredTools, 'has'>): ToolChoice {
  if (value === undefined || value === null || value === 'auto') return 'auto';
  if (value === 'none') return 'none';
  const fn = isObject(value) && value['type'] === 'function' ? value['function'] : undefined;
  const name = isObject(fn) ? fn['name'] : undefined;
  if (typeof name !== 'string') {
    throw invalid(
      'tool_choice',
      'tool_choice must be "auto", "none" or {"type":"function","function":{"name":"…"}}.',
    );
  }
  if (!tools.has(name)) throw invalid('tool_choice', 'tool_choice names a function that is not in tools.');
  return { name };
}

import type { FunctionTool } from '#engine';
import { invalid, isObject, readList, type ConversationLimits, type Fields } from '#features/conversation';
import { given } from '../../base/is-empty.ts';
import { parseFunctionTool } from '../../base/parse-function-tool.ts';
import { unsupportedValue } from '../../base/unsupported-value.ts';
import type { ToolName } from './tool-names.ts';

/** A tool that the caller runs, before it has the name that engines know. */
export interface DeclaredTool extends ToolName {
  readonly tool: FunctionTool;
  /** Its input is a text, not an object. */
  readonly isCustom: boolean;
}

/** The web search of a request, and where it stands. */
export interface DeclaredSearch {
  readonly search: Fields;
  readonly path: string;
}

const TEXT_INPUT = {
  type: 'object',
  properties: { input: { type: 'string' } },
  required: ['input'],
  additionalProperties: false,
};

/** One entry of a list of tools, with all that a namespace holds (COMPR-07). */
export function parseTool(
  value: unknown,
  path: string,
  limits: ConversationLimits,
  namespace?: string,
): (DeclaredTool | DeclaredSearch)[] {
  if (!isObject(value)) throw invalid(path, `${path} must be an object.`);
  const type = value['type'];
  if (type === 'function') return [toDeclared(parseFunction(value, path, limits), false, namespace)];
  if (type === 'custom') return [toDeclared(parseCustom(value, path, limits), true, namespace)];
  // Clients send it without asking whether it is there.
  if (type === 'tool_search') return [];
  if (type === 'namespace' && namespace === undefined) return parseNamespace(value, path, limits);
  if (typeof type === 'string' && type.startsWith('web_search') && namespace === undefined)
    return value['external_web_access'] === false ? [] : [{ search: value, path }];
  throw unsupportedValue(`${path}.type`, 'Tools of this type are not available.');
}

function toDeclared(tool: FunctionTool, isCustom: boolean, namespace: string | undefined): DeclaredTool {
  return { tool, name: tool.name, isCustom, ...(namespace === undefined ? {} : { namespace }) };
}

function parseFunction(
  { name, description, parameters: schema, strict }: Fields,
  path: string,
  limits: ConversationLimits,
): FunctionTool {
  return parseFunctionTool({ name, description, schema, strict }, path, limits.strictSchemaDepth);
}

/** No engine keeps to a grammar: the model is told of it. */
function parseCustom(
  { name, description, format }: Fields,
  path: string,
  limits: ConversationLimits,
): FunctionTool {
  const { syntax, definition } = isObject(format) ? format : {};
  const grammar =
    typeof definition === 'string' && typeof syntax === 'string'
      ? `The input must match this grammar (${syntax}):\n${definition}`
      : '';
  const said = given(description) ?? '';
  // One that is no text is refused below, under its own name.
  const text = typeof said === 'string' ? [said, grammar].filter((part) => part !== '').join('\n\n') : said;
  return parseFunctionTool(
    {
      name,
      description: text,
      schema: TEXT_INPUT,
      strict: false,
    },
    path,
    limits.strictSchemaDepth,
  );
}

function parseNamespace(
  { name, tools }: Fields,
  path: string,
  limits: ConversationLimits,
): (DeclaredTool | DeclaredSearch)[] {
  if (typeof name !== 'string' || name === '')
    throw invalid(`${path}.name`, `${path}.name must be a non-empty string.`);
  return readList(tools, `${path}.tools`).flatMap((tool, i) =>
    parseTool(tool, `${path}.tools[${i}]`, limits, name),
  );
}

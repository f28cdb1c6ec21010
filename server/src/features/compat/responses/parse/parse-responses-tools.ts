import type { FunctionTool } from '#engine';
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
import { given } from '../../base/is-empty.ts';
import { parseTool, type DeclaredSearch, type DeclaredTool } from './declared-tool.ts';
import { parseToolChoice } from './parse-tool-choice.ts';
import { keyOf, ToolNames } from './tool-names.ts';

interface ParsedTools extends Pick<
  InferenceCall,
  'tools' | 'toolChoice' | 'onlyListedTools' | 'parallelToolCalls'
> {
  readonly names: ToolNames;
}

const WEB_SEARCH = 'svc_web_search';

/** `tools`, those that items add to them, and how they are to be called (COMPR-02, COMPR-07). */
export function parseResponsesTools(
  fields: Fields,
  items: readonly unknown[],
  parts: CallParts,
): ParsedTools {
  const entries = [
    ...parseList(fields['tools'], 'tools', parts),
    ...items.flatMap((item, i) =>
      isObject(item) && item['type'] === 'additional_tools'
        ? parseList(item['tools'], `input[${i}].tools`, parts)
        : [],
    ),
  ];
  const declared = lastOfEach(entries.filter((entry) => 'tool' in entry));
  const names = new ToolNames(
    declared.filter(({ namespace }) => namespace === undefined).map(({ name }) => name),
  );
  const tools = declared.map(({ tool, isCustom, ...name }): FunctionTool => ({
    ...tool,
    name: names.add(name, isCustom),
  }));
  if (tools.length > 0) need(parts, 'tools', 'unsupported_parameter', 'tools');
  addSearch(
    entries.find((entry) => 'search' in entry),
    tools,
    parts,
  );
  const parallel = readFlag(given(fields['parallel_tool_calls']), 'parallel_tool_calls');
  return {
    names,
    ...parseToolChoice(given(fields['tool_choice']), {
      tools,
      names,
      hasSearch: parts.builtinTools.length > 0,
    }),
    ...(parallel === undefined ? {} : { parallelToolCalls: parallel }),
  };
}

function parseList(value: unknown, path: string, { limits }: CallParts): (DeclaredTool | DeclaredSearch)[] {
  return readList(given(value), path).flatMap((tool, i) => parseTool(tool, `${path}[${i}]`, limits));
}

/** Items of earlier turns declare the same tools again. */
function lastOfEach(declared: readonly DeclaredTool[]): DeclaredTool[] {
  return [...new Map(declared.map((tool) => [keyOf(tool), tool])).values()];
}

/** Nothing is noted as needed: where the model has no search, it is left out (COMPR-07). */
function addSearch(
  declared: DeclaredSearch | undefined,
  tools: readonly FunctionTool[],
  parts: CallParts,
): void {
  if (!declared) return;
  const { search, path } = declared;
  if (tools.some(({ name }) => name === WEB_SEARCH))
    throw invalid(path, `${WEB_SEARCH} is the name of the web search of this request, and of a function.`);
  const { filters } = search;
  const domains = isObject(filters) ? given(filters['allowed_domains']) : undefined;
  parts.builtinTools.push(
    parseBuiltinTool({ allowed_domains: domains }, WEB_SEARCH, `${path}.filters`, { ...parts, needs: [] }),
  );
}

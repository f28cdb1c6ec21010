import type { FunctionTool, ToolChoice } from '#engine';
import type { InferenceCall } from '#exchange';
import { invalid, isObject, readList } from '#features/conversation';
import { given } from '../../base/is-empty.ts';
import { unsupportedValue } from '../../base/unsupported-value.ts';
import type { ToolNames } from './tool-names.ts';

interface Declared {
  readonly tools: FunctionTool[];
  readonly names: ToolNames;
  readonly hasSearch: boolean;
}

type Chosen = Pick<InferenceCall, 'tools' | 'toolChoice' | 'onlyListedTools'>;

/** `tool_choice`: a mode, one tool, or a mode over some of the tools (COMPR-02). */
export function parseToolChoice(choice: unknown, declared: Declared): Chosen {
  const { tools, names } = declared;
  if (!isObject(choice)) return { tools, toolChoice: parseMode(choice, declared) };
  switch (choice['type']) {
    case 'function':
    case 'custom':
      return { tools, toolChoice: { name: engineName(choice, 'tool_choice', names) } };
    case 'allowed_tools': {
      const path = 'tool_choice.tools';
      const allowed = new Set(
        readList(choice['tools'], path)
          .filter(isCallersTool)
          .map((tool) => engineName(tool, path, names)),
      );
      const shown = tools.filter(({ name }) => allowed.has(name));
      const toolChoice = parseMode(given(choice['mode']), { ...declared, tools: shown });
      return { tools: shown, toolChoice, onlyListedTools: true };
    }
    default:
      throw unsupportedValue('tool_choice', 'Of tools only functions and custom tools can be chosen.');
  }
}

function parseMode(mode: unknown, { tools, hasSearch }: Declared): ToolChoice {
  if (mode === undefined || mode === 'auto') return 'auto';
  if (mode === 'none') return 'none';
  if (mode !== 'required')
    throw invalid('tool_choice', 'tool_choice must be auto, none, required or name one tool.');
  if (tools.length === 0 && !hasSearch)
    throw invalid('tool_choice', 'tool_choice requires a tool call, but the request has no tools.');
  return 'any';
}

function isCallersTool(tool: unknown): boolean {
  return isObject(tool) && (tool['type'] === 'function' || tool['type'] === 'custom');
}

function engineName(choice: unknown, path: string, names: ToolNames): string {
  const { name, namespace } = isObject(choice) ? choice : {};
  const tool = {
    name: typeof name === 'string' ? name : '',
    ...(typeof namespace === 'string' ? { namespace } : {}),
  };
  if (!names.has(tool)) throw invalid(path, `${path} names a tool that is not in tools.`);
  return names.of(tool);
}

import type { GenerateRequest } from '../../turns.ts';
import type { WireTool } from '../anthropic/wire-tools.ts';
import { cachePointsOf } from './converse-blocks.ts';
import type { ModelTraits } from './model-family.ts';

export interface ToolConfig {
  readonly tools: readonly object[];
  readonly toolChoice?: object;
}

/** Undefined: neither the request nor its history has tools. `tools`: with their markers. */
export function toToolConfig(
  { toolChoice }: GenerateRequest,
  tools: readonly WireTool[],
  traits: ModelTraits,
): ToolConfig | undefined {
  if (tools.length === 0) return undefined;
  const choice = toChoice(toolChoice, traits);
  const pointsOf = ({ cache_control: marker }: WireTool): object[] =>
    traits.cachesTools ? cachePointsOf(marker, traits) : [];
  return {
    tools: tools.flatMap((tool) => [toToolSpec(tool), ...pointsOf(tool)]),
    ...(choice ? { toolChoice: choice } : {}),
  };
}

/** Converse has no choice of none, and takes no history of calls without tools: calls that are made nevertheless are not passed on. */
function toChoice(choice: GenerateRequest['toolChoice'], { forcesTools }: ModelTraits): object | undefined {
  if (choice === 'none') return undefined;
  if (choice === 'auto') return { auto: {} };
  return choice === 'any' || !forcesTools ? { any: {} } : { tool: { name: choice.name } };
}

function toToolSpec({ name, description, input_schema: schema, strict }: WireTool): object {
  return { toolSpec: { name, description, inputSchema: { json: schema }, strict } };
}

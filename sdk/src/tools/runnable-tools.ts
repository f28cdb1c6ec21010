import type { BuiltinTool, FunctionTool, MessageTool } from '../generated/types.ts';
import type { Tool, ToolOutput } from './tool.ts';

/** What a request with tools to run may declare: those, and any other tool of the API. */
export type DeclaredTool<Output extends ToolOutput> =
  | Tool<Output>
  // Without this, a tool of another output would pass for one that has no code.
  | ((FunctionTool | MessageTool) & { readonly run?: undefined })
  | BuiltinTool;

export interface SortedTools<Output extends ToolOutput> {
  /** As they are sent. */
  readonly declared: (FunctionTool | MessageTool | BuiltinTool)[];
  readonly runnable: ReadonlyMap<string, Tool<Output>>;
  /** Names of functions whose calls the caller answers. */
  readonly unhandled: ReadonlySet<string>;
}

export function sortTools<Output extends ToolOutput>(
  tools: readonly DeclaredTool<Output>[],
): SortedTools<Output> {
  const runnable = new Map<string, Tool<Output>>();
  const unhandled = new Set<string>();
  for (const tool of tools) {
    if ('run' in tool && tool.run) runnable.set(tool.function.name, tool);
    else if (tool.type === 'function') unhandled.add(tool.function.name);
  }
  const declared = tools.map((tool) =>
    'run' in tool && tool.run ? { type: tool.type, function: tool.function } : tool,
  );
  return { declared, runnable, unhandled };
}

import type { FunctionTool } from '#engine';
import type { BuiltinTool } from '#exchange';
import { isObject } from './fields.ts';

/** What `tool_choice` may name. */
export interface DeclaredTools {
  readonly none: boolean;
  has(name: string): boolean;
}

/**
 * Functions, built-in tools, and of MCP servers any name that begins with theirs (D-40): which tools a server has, it says
 * when it is asked. `servers` as they stand in the body, because the contract looks at them after `tool_choice`.
 */
export function declaredTools(
  functions: readonly FunctionTool[],
  builtins: readonly BuiltinTool[],
  servers: unknown,
): DeclaredTools {
  const named = Array.isArray(servers)
    ? servers.map((server: unknown) => (isObject(server) ? server['name'] : undefined))
    : [];
  return {
    none: functions.length === 0 && builtins.length === 0 && named.length === 0,
    has: (name) =>
      functions.some((tool) => tool.name === name) ||
      builtins.some(({ type }) => type === name) ||
      named.some((server) => typeof server === 'string' && name.startsWith(`${server}__`)),
  };
}

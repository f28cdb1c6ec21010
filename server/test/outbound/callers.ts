import type { Caller } from './caller.ts';
import { hookCallers } from './hook-callers.ts';
import { mcpCallers } from './mcp-callers.ts';
import { signOnCallers } from './sign-on-callers.ts';
import { webCallers } from './web-callers.ts';

export const CALLERS: readonly Caller[] = [...webCallers, ...mcpCallers, ...hookCallers, ...signOnCallers];

/** Callers of the guard whose addresses come from the operator's configuration alone. */
export const CALLED_BY_CONFIGURATION: readonly string[] = [
  'cli/doctor/check-base-url.ts',
  'server-tools/web-search/web-search-tool.ts',
];

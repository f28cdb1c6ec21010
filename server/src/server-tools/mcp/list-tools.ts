import type { Tool } from '@modelcontextprotocol/client';
import { ApiError } from '@svc/contract';
import type { McpConfig } from '#config';
import { hasValidHeaders } from './header-parameters.ts';
import type { McpLink } from './mcp-link.ts';

const PAGES_LIMIT = 100;
const SCHEMA_DEPTH_LIMIT = 64;

export interface ListOptions {
  /** Undefined: all. */
  readonly allowed: readonly string[] | undefined;
  readonly settings: McpConfig;
  /** Of the entry in the request. */
  readonly param: string;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

function nestsBeyond(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return depth === 0 || Object.values(value).some((member) => nestsBeyond(member, depth - 1));
}

function tooMuch(param: string): ApiError {
  return new ApiError('invalid_request', {
    param,
    message:
      'The MCP server offers more tools, or larger ones, than a request may contain. List those you need in allowed_tools.',
  });
}

/**
 * The tools of a server that the request may use, each name once. Throws 400 `invalid_request` for more than a request can
 * hold, and an Error for a list that does not end. A cursor that is empty or was there before ends it, as servers send it
 * behind their last page. Not `client.listTools`, which has no bounds but pages and writes to the console.
 */
export async function listTools(
  { client, isModern }: Pick<McpLink, 'client' | 'isModern'>,
  { allowed, settings, param, signal, timeoutMs }: ListOptions,
): Promise<Tool[]> {
  if (client.getServerCapabilities()?.tools === undefined) return [];
  const wanted = allowed && new Set(allowed);
  const tools = new Map<string, Tool>();
  let characters = 0;
  const cursors = new Set<string | undefined>(['']);
  let cursor: string | undefined;
  for (let page = 0; page < PAGES_LIMIT; page++) {
    const params = cursor === undefined ? {} : { cursor };
    const listed = await client.request({ method: 'tools/list', params }, { signal, timeout: timeoutMs });
    for (const tool of listed.tools) {
      if (tools.has(tool.name) || wanted?.has(tool.name) === false) continue;
      if (nestsBeyond(tool.inputSchema, SCHEMA_DEPTH_LIMIT)) throw tooMuch(param);
      if (isModern && !hasValidHeaders(tool.inputSchema)) continue;
      tools.set(tool.name, tool);
      if (tools.size > settings.max_tools) throw tooMuch(param);
      characters +=
        tool.name.length + (tool.description?.length ?? 0) + JSON.stringify(tool.inputSchema).length;
      if (characters > settings.max_definition_characters) throw tooMuch(param);
    }
    cursor = listed.nextCursor;
    if (cursor === undefined || cursors.has(cursor)) return [...tools.values()];
    cursors.add(cursor);
  }
  throw new Error('the list of tools does not end');
}

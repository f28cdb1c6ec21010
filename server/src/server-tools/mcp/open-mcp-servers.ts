import type { Tool } from '@modelcontextprotocol/client';
import type { McpServer } from '#exchange';
import type { OpenTools, ServerTool, ToolCaller } from '#reply';
import type { Attempt } from '../attempt.ts';
import { toolArguments } from '../tool-arguments.ts';
import { failure } from '../tool-outcome.ts';
import { findWay, type Way, type WayParts } from './find-way.ts';
import { McpSession, type SessionParts } from './mcp-session.ts';
import { toolName } from './tool-name.ts';

export interface McpParts extends WayParts, SessionParts {
  readonly attempt: Attempt;
}

interface Listed {
  readonly session: McpSession;
  readonly tools: readonly Tool[];
}

function toServerTools(
  listed: readonly Listed[],
  taken: ReadonlySet<string>,
  attempt: Attempt,
): ServerTool[] {
  const names = new Set(taken);
  return listed.flatMap(({ session: { way, connection }, tools }) =>
    tools.map((tool): ServerTool => {
      const name = toolName(way.server.name, tool.name, names);
      names.add(name);
      const { description, inputSchema: parameters } = tool;
      return {
        kind: 'mcp',
        definition: { name, ...(description === undefined ? {} : { description }), parameters },
        maxUses: Infinity,
        run: (input, signal) =>
          attempt(signal, async (ending) => {
            const args = toolArguments(input);
            return args === undefined
              ? failure('The arguments must be a JSON object.')
              : connection.call(tool, args, ending);
          }),
      };
    }),
  );
}

/**
 * Sessions with all servers of a request, and their tools under names of which none is in `taken`. Policy and tunnels are
 * judged for all before anything is sent to one. Throws 400 `invalid_request`, 403 `mcp_server_not_allowed`, 404
 * `tunnel_not_found`, 502 `upstream_unavailable`, or the caller's reason (D-40).
 */
export async function openMcpServers(
  servers: readonly McpServer[],
  taken: ReadonlySet<string>,
  parts: McpParts,
  caller: ToolCaller,
): Promise<OpenTools> {
  const ways: Way[] = [];
  for (const [index, server] of servers.entries())
    ways.push(await findWay(server, `mcp_servers[${String(index)}]`, parts, caller));
  const sessions = ways.map((way) => new McpSession(way, parts));
  const close = (): void => {
    for (const session of sessions) session.close();
  };
  const open = async (session: McpSession): Promise<Listed> => ({
    session,
    tools: await session.open(caller),
  });
  try {
    return { tools: toServerTools(await Promise.all(sessions.map(open)), taken, parts.attempt), close };
  } catch (error) {
    close();
    caller.signal.throwIfAborted();
    throw error;
  }
}

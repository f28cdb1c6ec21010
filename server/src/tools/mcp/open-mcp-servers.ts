import type { Tool } from '@modelcontextprotocol/client';
import { ApiError } from '@svc/contract';
import type { McpConfig } from '#config';
import type { McpServer } from '#exchange';
import { OutboundError } from '#kit';
import type { OpenTools, ServerTool, ToolCaller } from '#reply';
import type { Attempt } from '../attempt.ts';
import { isOn } from '../domain-rules.ts';
import { toolArguments } from '../tool-arguments.ts';
import { failure } from '../tool-outcome.ts';
import { McpConnection } from './mcp-connection.ts';
import type { McpDialer, TunnelDialer } from './mcp-dialer.ts';
import { toolName } from './tool-name.ts';

export interface McpParts {
  readonly settings: McpConfig;
  readonly guard: McpDialer;
  /** Absent until there are tunnels: none is found. */
  readonly tunnels: TunnelDialer | undefined;
  readonly attempt: Attempt;
  readonly closing: AbortSignal;
}

interface Way {
  readonly server: McpServer;
  readonly param: string;
  readonly url: URL;
  readonly dialer: McpDialer;
}

/** Throws 400 `invalid_request`, 403 `mcp_server_not_allowed`, or what the tunnel says. Reaches out to nobody. */
async function findWay(server: McpServer, index: number, parts: McpParts, caller: ToolCaller): Promise<Way> {
  const param = `mcp_servers[${String(index)}]`;
  const url = URL.parse(server.url);
  if (url === null) throw badUrl(param);
  const { tunnelId } = server;
  if (tunnelId !== undefined) {
    const tunnelParam = `${param}.tunnel_id`;
    if (parts.tunnels === undefined) throw new ApiError('tunnel_not_found', { param: tunnelParam });
    const dialer = await parts.tunnels.dial({ id: tunnelId, url: server.url, param: tunnelParam }, caller);
    return { server, param, url, dialer };
  }
  const { allowed_hosts: allowed } = parts.settings;
  if (allowed?.some((host) => isOn(url, host)) === false) throw new ApiError('mcp_server_not_allowed');
  return { server, param, url, dialer: parts.guard };
}

function badUrl(param: string): ApiError {
  return new ApiError('invalid_request', {
    param: `${param}.url`,
    message: 'The URL of an MCP server must be an https URL of a public host.',
  });
}

/** What the way to the server said, which the library may have wrapped. Undefined for what the library itself says. */
function wayFailure(error: unknown): ApiError | OutboundError | undefined {
  const said = [error, error instanceof Error ? error.cause : undefined];
  return said.find((one) => one instanceof ApiError || one instanceof OutboundError);
}

/** One sentence for a host that is not there, does not speak MCP and wants another token: see the guard. */
function unusable(error: unknown, param: string): ApiError {
  // Errors of the library quote the server.
  const cause = wayFailure(error) ?? new OutboundError('unreachable', 'response');
  if (cause instanceof ApiError) return cause;
  if (cause.failure === 'url') return badUrl(param);
  return new ApiError('upstream_unavailable', {
    message: `The MCP server of ${param} cannot be used. Check that it is reachable, speaks MCP over Streamable HTTP and accepts the token.`,
    cause,
  });
}

interface Listed {
  readonly server: McpServer;
  readonly connection: McpConnection;
  readonly tools: readonly Tool[];
}

function toServerTools(
  listed: readonly Listed[],
  taken: ReadonlySet<string>,
  attempt: Attempt,
): ServerTool[] {
  const names = new Set(taken);
  return listed.flatMap(({ server, connection, tools }) =>
    tools.map((tool): ServerTool => {
      const name = toolName(server.name, tool.name, names);
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
  const { settings, attempt, closing } = parts;
  const ways: Way[] = [];
  for (const [index, server] of servers.entries()) ways.push(await findWay(server, index, parts, caller));
  const sessions = ways.map((way) => ({
    ...way,
    connection: new McpConnection({
      url: way.url,
      dialer: way.dialer,
      token: way.server.authorizationToken,
      settings,
      closing,
    }),
  }));
  const close = (): void => {
    for (const { connection } of sessions) connection.close();
  };
  const timeoutMs = settings.open_timeout_s * 1000;
  const signal = AbortSignal.any([caller.signal, closing, AbortSignal.timeout(timeoutMs)]);
  const open = async ({ server, connection, param }: (typeof sessions)[number]): Promise<Listed> => {
    const tools = await connection
      .open({ allowed: server.allowedTools, settings, param, signal, timeoutMs })
      .catch((error: unknown) => {
        throw unusable(error, param);
      });
    return { server, connection, tools };
  };
  try {
    return { tools: toServerTools(await Promise.all(sessions.map(open)), taken, attempt), close };
  } catch (error) {
    close();
    caller.signal.throwIfAborted();
    throw error;
  }
}

import type { Tool } from '@modelcontextprotocol/client';
import { ApiError } from '@svc/contract';
import type { McpConfig } from '#config';
import { OutboundError } from '#kit';
import type { ToolCaller } from '#reply';
import { badUrl, type Way } from './find-way.ts';
import { McpConnection, SLACK_MS } from './mcp-connection.ts';

export interface SessionParts {
  readonly settings: McpConfig;
  readonly closing: AbortSignal;
}

/** A session with one server, to be opened once and closed. */
export class McpSession {
  readonly way: Way;
  readonly connection: McpConnection;
  readonly #parts: SessionParts;

  constructor(way: Way, parts: SessionParts) {
    const { url, dialer, server } = way;
    this.way = way;
    this.connection = new McpConnection({ ...parts, url, dialer, token: server.authorizationToken });
    this.#parts = parts;
  }

  /** The tools that the request may use. Throws 400 `invalid_request`, 502 `upstream_unavailable`, what the way says, or the caller's reason. */
  async open(caller: ToolCaller): Promise<readonly Tool[]> {
    const { server, dialer, param } = this.way;
    const { settings, closing } = this.#parts;
    const openTimeoutMs = settings.open_timeout_s * 1000;
    const ending = [caller.signal, closing];
    // A way with a time of its own keeps it for each message.
    if (dialer.timeoutMs === undefined) ending.push(AbortSignal.timeout(openTimeoutMs));
    const timeoutMs = dialer.timeoutMs === undefined ? openTimeoutMs : dialer.timeoutMs + SLACK_MS;
    const signal = AbortSignal.any(ending);
    try {
      return await this.connection.open({ allowed: server.allowedTools, settings, param, signal, timeoutMs });
    } catch (error) {
      caller.signal.throwIfAborted();
      throw unusable(error, param);
    }
  }

  close(): void {
    this.connection.close();
  }
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

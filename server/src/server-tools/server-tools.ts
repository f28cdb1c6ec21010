import { ApiError } from '@svc/contract';
import type { ToolsConfig } from '#config';
import type { DocumentReader } from '#content';
import type { BuiltinTool, InferenceCall, McpServer } from '#exchange';
import { createOperatorOutbound, type Clock, type Log, type OutboundGuard } from '#kit';
import type { OpenTools, ServerTool, ToolCaller, ToolSource } from '#reply';
import { createAttempt, type Attempt } from './attempt.ts';
import type { ListedTool } from './mcp/list-server-tools.ts';
import type { TunnelDialer } from './mcp/mcp-dialer.ts';
import { PageFetcher } from './web-fetch/page-fetcher.ts';
import { webFetchTool } from './web-fetch/web-fetch-tool.ts';
import { webSearchTool } from './web-search/web-search-tool.ts';

export interface ServerToolsParts {
  readonly guard: OutboundGuard;
  readonly reader: DocumentReader;
  readonly clock: Clock;
  readonly log: Log;
  readonly settings: () => ToolsConfig;
  /** The tunnels capability. */
  readonly tunnels?: TunnelDialer;
}

type OpenBuiltin = (tool: BuiltinTool, settings: ToolsConfig, caller: ToolCaller) => ServerTool;

/**
 * The tools that run on the service's side of a reply (D-40, D-41). One for the process; closed with it. What uses the MCP library is imported
 * when it is first needed: it takes a tenth of a second and 30 MB.
 */
export class ServerTools implements ToolSource {
  readonly #parts: ServerToolsParts;
  readonly #pages: PageFetcher;
  readonly #operator = createOperatorOutbound();
  readonly #closing = new AbortController();
  readonly #attempt: Attempt;

  constructor(parts: ServerToolsParts) {
    this.#parts = parts;
    this.#pages = new PageFetcher(parts);
    this.#attempt = createAttempt(this.#closing.signal, parts.log);
  }

  /** Throws as `openMcpServers` does; built-in tools always open. */
  async open(call: InferenceCall, caller: ToolCaller): Promise<OpenTools> {
    const settings = this.#parts.settings();
    const builtin = (call.builtinTools ?? []).map((tool) => this.#open[tool.type](tool, settings, caller));
    const servers = call.mcpServers ?? [];
    if (servers.length === 0) return { tools: builtin, close: () => undefined };
    const { openMcpServers } = await import('./mcp/open-mcp-servers.ts');
    const taken = new Set(
      [...call.tools, ...builtin.map(({ definition }) => definition)].map(({ name }) => name),
    );
    const mcp = { ...this.#mcpParts(settings), attempt: this.#attempt };
    const { tools, close } = await openMcpServers(servers, taken, mcp, caller);
    return { tools: [...builtin, ...tools], close };
  }

  /** What an MCP server offers, by the server's own names. Throws as `openMcpServers` does. */
  async list(server: McpServer, caller: ToolCaller): Promise<readonly ListedTool[]> {
    const { listServerTools } = await import('./mcp/list-server-tools.ts');
    return listServerTools(server, this.#mcpParts(this.#parts.settings()), caller);
  }

  #mcpParts({ mcp: settings }: ToolsConfig) {
    const { guard, tunnels } = this.#parts;
    return { settings, guard, tunnels, closing: this.#closing.signal };
  }

  /** Ends every call and session. */
  close(): void {
    this.#closing.abort(new ApiError('temporarily_unavailable'));
  }

  /** How each built-in tool is opened for one request. */
  readonly #open: Readonly<Record<BuiltinTool['type'], OpenBuiltin>> = {
    svc_web_search: (tool, { web_search: search }) =>
      webSearchTool(tool, search, { outbound: this.#operator, log: this.#parts.log }, this.#attempt),
    svc_web_fetch: (tool, { web_fetch: settings }, caller) =>
      webFetchTool(tool, caller, { settings, fetcher: this.#pages, attempt: this.#attempt }),
  };
}

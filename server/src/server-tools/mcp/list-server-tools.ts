import type { McpServer } from '#exchange';
import type { ToolCaller } from '#reply';
import { findWay, type WayParts } from './find-way.ts';
import { McpSession, type SessionParts } from './mcp-session.ts';

export interface ListedTool {
  readonly name: string;
  readonly description: string | undefined;
}

/** What one server offers, by the server's own names. Throws as `openMcpServers` does. */
export async function listServerTools(
  server: McpServer,
  parts: WayParts & SessionParts,
  caller: ToolCaller,
): Promise<readonly ListedTool[]> {
  const session = new McpSession(await findWay(server, server.name, parts, caller), parts);
  try {
    const tools = await session.open(caller);
    return tools.map(({ name, description }) => ({ name, description }));
  } finally {
    session.close();
  }
}

import { afterAll, beforeAll } from 'vitest';
import { MAIN_KEY, mcpSite, type ConnectorProcess, type McpSite } from '#test-kit';
import { askRefused, askWhole, type Refusal } from '../messages/ask.ts';
import { startTunnelsFixture, TUNNELS_BETA, type TunnelsFixture } from './tunnels-fixture.ts';

export const FLAGS = { 'svc-beta': TUNNELS_BETA };

export let fixture: TunnelsFixture;
/** An MCP server with sessions. */
export let site: McpSite;
export let tunnelId: string;
export let token: string;
export let connectors: readonly ConnectorProcess[];

/** To be called once by a test file: a service, and an MCP server behind a tunnel with so many connectors. */
export function installTunnelledSite(connectorCount = 1): void {
  beforeAll(async () => {
    [fixture, site] = await Promise.all([startTunnelsFixture(), mcpSite('sessions')]);
    const tunnel = await fixture.tunnel({ allowed_targets: [site.url] });
    [tunnelId, token] = [tunnel.id, tunnel.connector_token!];
    connectors = await Promise.all(Array.from({ length: connectorCount }, () => fixture.connect(token)));
  });
  afterAll(async () => {
    await fixture.stop();
    await site.close();
  });
}

/** Names the server in a model call. */
export function servers(fields: object = {}): { mcp_servers: object[] } {
  return { mcp_servers: [{ name: 'inside', url: site.url, tunnel_id: tunnelId, ...fields }] };
}

export function refusal(fields: Record<string, unknown>, key = MAIN_KEY): Promise<Refusal> {
  return askRefused(fixture.service, fields, key, FLAGS);
}

export function whole(fields: Record<string, unknown> = servers()): ReturnType<typeof askWhole> {
  return askWhole(fixture.service, fields, MAIN_KEY, FLAGS);
}

import type { Fields } from './admin-call.ts';
import type { Deployment } from '../deployments/deployment.ts';
import { ResourceCalls } from './resource-calls.ts';

export type Tunnel = Fields & { readonly id: string; readonly connector_token: string };

export const TUNNELS_BETA = 'mcp-tunnels-2026-12-01';
/** Nobody looks the host up but a connector, and those of the suite do not. */
export const TARGET = 'http://conformance.internal/mcp';

export const tunnelCalls = new ResourceCalls(() => '/v1/tunnels', TUNNELS_BETA);

let made = 0;

/** A tunnel for as long as `work` runs. */
export async function withTunnel(
  deployment: Deployment,
  fields: Fields,
  work: (tunnel: Tunnel) => Promise<void>,
): Promise<void> {
  const body = { name: `conformance ${Date.now()} ${++made}`, allowed_targets: [TARGET], ...fields };
  const tunnel = await tunnelCalls.call<Tunnel>(deployment, ['POST', '', body], { status: 201 });
  try {
    await work(tunnel);
  } finally {
    await tunnelCalls.ask(deployment, 'DELETE', `/${tunnel.id}`);
  }
}

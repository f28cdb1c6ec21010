import { Tunnels } from '#features/tunnels';
import type { RequestMetrics } from '#telemetry';
import type { ProcessParts } from './process-services.ts';

/** The connectors of this node, with what is counted of them. */
export function openTunnels(parts: ProcessParts, metrics: RequestMetrics): Tunnels {
  const { store, deployment } = parts;
  const calls = metrics.counter('svc_tunnel_calls_total', 'Calls through tunnels by how they ended', [
    'outcome',
  ]);
  const bytes = metrics.counter('svc_tunnel_bytes_total', 'Bytes of bodies through tunnels', ['direction']);
  const refusals = metrics.counter(
    'svc_tunnel_refusals_total',
    'Connectors that were turned away, by close code',
    ['code'],
  );
  const tunnels = new Tunnels({
    ...parts,
    db: store.db,
    commits: store.commits,
    limits: () => deployment().limits,
    meters: {
      called: (outcome) => calls(1, outcome),
      transferred: (direction, count) => bytes(count, direction),
      refused: (code) => refusals(1, code),
    },
  });
  metrics.gauge('svc_tunnel_connections', 'Connectors online at this node', () => tunnels.connections);
  return tunnels;
}

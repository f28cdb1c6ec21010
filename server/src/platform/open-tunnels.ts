import { tunnelMeters, Tunnels } from '#features/tunnels';
import type { RequestMetrics } from '#telemetry';
import type { ProcessParts } from './process-services.ts';

/** The connectors of this node, with what is counted of them. */
export function openTunnels(parts: ProcessParts, metrics: RequestMetrics): Tunnels {
  const { store, deployment } = parts;
  return new Tunnels({
    ...parts,
    db: store.db,
    commits: store.commits,
    limits: () => deployment().limits,
    meters: tunnelMeters(metrics),
  });
}

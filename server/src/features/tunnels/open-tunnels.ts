import type { Metrics } from '#kit';
import type { Store } from '#store';
import { tunnelMeters } from './tunnel-meters.ts';
import { Tunnels, type TunnelsDeps } from './tunnels.ts';

interface TunnelsParts extends Omit<TunnelsDeps, 'commits' | 'meters'> {
  readonly store: Pick<Store, 'commits'>;
  readonly metrics: Metrics;
}

/** The connectors of this node, with what is counted of them. */
export function openTunnels(parts: TunnelsParts) {
  const { db, store, clock, log, limits, deployment, sealing, baseUrl, nodeId, nodeUrl, metrics } = parts;
  const { commits } = store;
  const meters = tunnelMeters(metrics);
  const settings = { limits, deployment, sealing, baseUrl, nodeId, nodeUrl };
  return { tunnels: new Tunnels({ db, commits, clock, log, meters, ...settings }) };
}

import type { Kysely } from 'kysely';
import { countTunnelUse } from '#features/tunnels';
import type { Tables } from '#store';
import { counted } from '../counted.ts';
import type { Finding } from './finding.ts';

interface TunnelNodes {
  readonly hasClusterSecret: boolean;
  /** Whether the environment is one of several nodes. */
  readonly isShared: boolean;
}

export async function checkTunnels(db: Kysely<Tables>, nowMs: number, nodes: TunnelNodes): Promise<Finding> {
  return evaluateTunnels(await countTunnelUse(db, nowMs), nodes);
}

export function evaluateTunnels(
  { tunnels, nodes }: { readonly tunnels: number; readonly nodes: number },
  { hasClusterSecret, isShared }: TunnelNodes,
): Finding {
  const what = 'tunnels';
  if (tunnels === 0) return { state: 'off', what, detail: 'none' };
  if (hasClusterSecret || (!isShared && nodes < 2))
    return { state: 'ok', what, detail: `${tunnels}, with connectors online at ${counted(nodes, 'node')}` };
  return {
    state: 'warn',
    what,
    detail:
      'several nodes share the database, and svc.yaml has no cluster_secret: a call finds only connectors of the node that it comes to',
  };
}

import type { Kysely } from 'kysely';
import type { LimitValues } from '@svc/contract';
import type { MutationContext } from '#features/audit';
import {
  Created,
  type ConsoleHandlers,
  type Module,
  type ResourceCaller,
  type WorkspaceHandlers,
} from '#features/module';
import { DAY_MS, type Clock, type Metrics } from '#kit';
import type { Tables } from '#store';
import {
  issueTunnelCertificate,
  listTunnelCertificates,
  readTunnelCertificate,
  revokeTunnelCertificate,
} from './certificates/certificates.ts';
import {
  createTunnel,
  deleteTunnel,
  rotateTunnelToken,
  updateTunnel,
  type TunnelChange,
} from './change-tunnels.ts';
import { SEALED_AUTHORITY } from './certificates/sealed-authority.ts';
import { machineMs } from './connections/presence.ts';
import { listTunnelConnections } from './list-tunnel-connections.ts';
import { readTunnelSetup } from './read-tunnel-setup.ts';
import { listTunnels, readTunnel } from './read-tunnels.ts';
import { dropDeletedTunnels, hasTunnels, tunnelNames } from './store/tunnels.ts';
import { testTunnel, type ToolLister } from './test-tunnel.ts';
import type { Tunnels } from './tunnels.ts';

/** Until then its connectors get the close code for a deleted tunnel, not for an invalid token. */
const DELETED_KEPT_MS = 90 * DAY_MS;

export interface TunnelsModuleDeps {
  readonly db: Kysely<Tables>;
  readonly clock: Clock;
  readonly limits: () => LimitValues;
  readonly tunnels: Tunnels;
  readonly tools: ToolLister;
}

export function tunnelsModule({ db, clock, limits, tunnels, tools }: TunnelsModuleDeps) {
  const live = (): number => machineMs(clock);
  const times = () => ({ nowMs: clock.nowMs(), liveAtMs: live() });
  const changeOf = (change: MutationContext, { workspace: scope }: ResourceCaller): TunnelChange => ({
    change,
    scope,
    liveAtMs: live(),
  });
  return {
    workspace: {
      createTunnel: async (change, { body }, caller) =>
        new Created(await createTunnel(changeOf(change, caller), body, limits())),
      listTunnels: (scope, { query }) => listTunnels(scope, query, live()),
      readTunnel: (scope, { params }) => readTunnel(scope, params.tunnel_id, live()),
      updateTunnel: (change, { params, body }, caller) =>
        updateTunnel(changeOf(change, caller), params.tunnel_id, body),
      deleteTunnel: (change, { params }, caller) => deleteTunnel(changeOf(change, caller), params.tunnel_id),
      rotateTunnelToken: (change, { params, body }, caller) =>
        rotateTunnelToken(changeOf(change, caller), params.tunnel_id, body),
      listTunnelConnections: (scope, { params, query }) =>
        listTunnelConnections(scope, params.tunnel_id, query, {
          liveAtMs: live(),
          countCalls: tunnels.countCalls,
        }),
      issueTunnelCertificate: async (change, { params, body }, caller) =>
        new Created(
          await issueTunnelCertificate(
            { authority: tunnels.authority, limits },
            changeOf(change, caller),
            params.tunnel_id,
            body,
          ),
        ),
      listTunnelCertificates: (scope, { params, query }) =>
        listTunnelCertificates(scope, params.tunnel_id, query, times()),
      readTunnelCertificate: (scope, { params }) =>
        readTunnelCertificate(scope, params.tunnel_id, params.certificate_id, times()),
      revokeTunnelCertificate: (change, { params }, caller) =>
        revokeTunnelCertificate(changeOf(change, caller), params.tunnel_id, params.certificate_id),
    } satisfies Partial<WorkspaceHandlers>,
    console: consoleHandlers(tunnels, tools, times),
    jobs: tunnels.jobs,
    sealed: [SEALED_AUTHORITY],
    retention: { tunnels: (nowMs) => dropDeletedTunnels(db, nowMs - DELETED_KEPT_MS) },
    metrics: gaugeOf(tunnels),
    close: () => tunnels.close(),
    names: [tunnelNames],
    holdsContent: hasTunnels,
  } satisfies Module;
}

const gaugeOf = (tunnels: Tunnels) => (metrics: Metrics) =>
  metrics.gauge('svc_tunnel_connections', 'Connectors online at this node', () => tunnels.connections);

interface Times {
  readonly nowMs: number;
  readonly liveAtMs: number;
}

function consoleHandlers(tunnels: Tunnels, tools: ToolLister, times: () => Times) {
  const { dialer, connectorUrl } = tunnels;
  return {
    testTunnel: (scope, { params, body }) => testTunnel({ tools, dialer }, scope, named(params), body),
    readTunnelSetup: (scope, { params }) =>
      readTunnelSetup(scope, named(params), { ...times(), connectorUrl }),
  } satisfies Partial<ConsoleHandlers>;
}

function named(params: { readonly workspace_id: string; readonly tunnel_id: string }) {
  return { workspaceId: params.workspace_id, tunnelId: params.tunnel_id };
}

import type { KyselyPlugin } from 'kysely';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LimitValues } from '@svc/contract';
import { createClock } from '#kit';
import { testDatabases, type OpenTestDatabase } from '#test-kit';
import { CONNECTION_LEASES } from '../store/connections.ts';
import { ConnectionRegistry } from './connection-registry.ts';
import type { ConnectorConnection } from './connector-connection.ts';
import { HourlyCount } from './hourly-count.ts';
import { Presence } from './presence.ts';

const TUNNEL = 'tnl_1';

function connection(id: string): ConnectorConnection {
  const counts = { requests: new HourlyCount(), errors: new HourlyCount() };
  const times = { connectedAtMs: Date.now(), lastSeenAtMs: Date.now() };
  const flags = { inflight: 0, isDirty: true, isLeaving: false, isDraining: false };
  const from = { connectorVersion: '1', remoteIp: '127.0.0.1', maxInflight: 1, credential: 'token:1' };
  return { id, tunnelId: TUNNEL, ...counts, ...times, ...flags, ...from } as unknown as ConnectorConnection;
}

describe.each(await testDatabases())('connections in the $kind database', (database) => {
  let opened: OpenTestDatabase;
  beforeEach(async () => {
    opened = await database.open();
    const { db } = opened.store;
    const created = { name: 'a', created_at: 0 };
    await db
      .insertInto('organizations')
      .values({ id: 'org_1', provisioning_name: 'a', plan: 'pro', subscribed_at: 1, ...created })
      .execute();
    await db
      .insertInto('workspaces')
      .values({ id: 'ws_1', organization_id: 'org_1', allowed_ips: [], ...created })
      .execute();
    const owner = { organization_id: 'org_1', workspace_id: 'ws_1' };
    await db
      .insertInto('tunnels')
      .values({ id: TUNNEL, allowed_targets: [], auth_mode: 'token', updated_at: 0, ...owner, ...created })
      .execute();
  });
  afterEach(() => opened.close());

  it('TUN-32 do not come back if they end while they are written', async () => {
    const [stays, ends] = [connection('conn_1'), connection('conn_2')];
    const registry = new ConnectionRegistry();
    let ended = false;
    const endingOne: KyselyPlugin = {
      transformQuery({ node }) {
        if (node.kind === 'InsertQueryNode' && !ended) {
          ended = true;
          registry.remove(ends);
          presence.remove(ends);
        }
        return node;
      },
      transformResult: ({ result }) => Promise.resolve(result),
    };
    const presence: Presence = new Presence(
      {
        db: opened.store.db.withPlugin(endingOne),
        clock: createClock(),
        log: pino({ level: 'silent' }),
        limits: () => ({}) as LimitValues,
        nodeId: 'node_1',
        nodeUrl: () => undefined,
      },
      registry,
    );
    registry.add(stays);
    registry.add(ends);
    await presence.jobs[0]!.run();
    await presence.removed();
    const rows = await opened.store.db.selectFrom('tunnel_connections').select('id').execute();
    expect([ended, rows]).toEqual([true, [{ id: 'conn_1' }]]);
  });

  it('TUN-32 come back when another node took them for lapsed, and those of a dead node go one lease later', async () => {
    const { db } = opened.store;
    const clock = createClock();
    const registry = new ConnectionRegistry();
    const log = pino({ level: 'silent' });
    const deps = {
      db,
      clock,
      log,
      limits: () => ({ connectors_per_tunnel: 8 }) as LimitValues,
      nodeUrl: () => undefined,
    };
    const presence = new Presence({ ...deps, nodeId: 'node_1' }, registry);
    registry.add(connection('conn_1'));
    const [renew, , removeLapsed] = presence.jobs;
    await db.deleteFrom('tunnel_connections').execute();
    await renew!.run();
    const ids = async () =>
      (await db.selectFrom('tunnel_connections').select('id').orderBy('id').execute()).map(({ id }) => id);
    expect(await ids()).toEqual(['conn_1']);
    const { leaseMs } = CONNECTION_LEASES;
    const row = await db.selectFrom('tunnel_connections').selectAll().executeTakeFirstOrThrow();
    const dead = { ...row, node_id: 'node_2' };
    const ago = (ms: number) => ({ lease_ends_at: Date.now() - ms });
    await db
      .insertInto('tunnel_connections')
      .values([
        { ...dead, id: 'conn_2', ...ago(leaseMs / 2) },
        { ...dead, id: 'conn_3', ...ago(leaseMs + 1) },
      ])
      .execute();
    await removeLapsed!.run();
    expect(await ids()).toEqual(['conn_1', 'conn_2']);
  });
});

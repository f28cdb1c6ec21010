import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { assertKeys, UTC, type Fields, type List } from '../../calls/admin-call.ts';
import { check } from '../../runner/check.ts';
import type { Deployment } from '../../deployments/deployment.ts';
import { NotRun } from '../../runner/not-run.ts';
import { TARGET, tunnelCalls, withTunnel } from '../../calls/tunnel-call.ts';
import { TunnelConnector } from '../../peers/tunnel-connector.ts';

const CONNECTION =
  'connection_id connector_version remote_ip connected_at last_seen_at requests_1h errors_1h';
const MAX_CONNECTORS = 10;
const NOTICED_WITHIN_MS = 5000;

/** The code that a connector is turned away with. */
function refused(deployment: Deployment, token: string, hello: object = {}): Promise<number> {
  return new TunnelConnector(deployment, { token, hello }).closeCode();
}

async function untilDisconnected(deployment: Deployment, id: string): Promise<Fields> {
  for (const endMs = Date.now() + NOTICED_WITHIN_MS; ; await delay(100)) {
    const tunnel = await tunnelCalls.call(deployment, ['GET', `/${id}`]);
    if (tunnel['status'] === 'disconnected') return tunnel;
    assert.ok(Date.now() < endMs, 'the tunnel stays connected');
  }
}

check(
  'TUN-06 TUN-07 TUN-08 TUN-20 TUN-21 TUN-23 TUN-27 TUN-28',
  'a tunnel is connected while a connector is online, and the connector is listed',
  (deployment) =>
    withTunnel(deployment, {}, async ({ id, connector_token: token }) => {
      const connector = await new TunnelConnector(deployment, { token }).online();
      const [welcome, config] = connector.controls;
      assert.deepEqual([welcome!['type'], config!['type']], ['welcome', 'config']);
      assert.deepEqual(config!['allowed_targets'], [TARGET]);
      const connected = await tunnelCalls.call(deployment, ['GET', `/${id}`]);
      assert.equal(connected['status'], 'connected');
      assert.equal((connected['connections'] as Fields)['active'], 1);
      const path = `/${id}/connections`;
      const { data, has_more: hasMore } = await tunnelCalls.call<List>(deployment, ['GET', path]);
      assert.deepEqual([data.length, hasMore], [1, false]);
      const [listed] = data;
      assertKeys(listed, CONNECTION);
      assert.match(String(listed!['connection_id']), /^conn_[0-9a-z]{26}$/);
      assert.equal(listed!['connection_id'], welcome!['connection_id']);
      assert.match(String(listed!['last_seen_at']), UTC);
      assert.deepEqual(
        [listed!['connector_version'], listed!['requests_1h'], listed!['errors_1h']],
        ['conformance', 0, 0],
      );
      const noFlag = await tunnelCalls.ask(deployment, 'GET', path, { headers: { 'svc-beta': '' } });
      assert.equal(noFlag.status, 400);
      connector.close();
      const { connections } = await untilDisconnected(deployment, id);
      assert.equal(typeof (connections as Fields)['last_seen_at'], 'string');
    }),
);

check('TUN-22', 'a connection shows the IP address of its connector', async (deployment) => {
  if (!/^http:\/\/(127\.0\.0\.1|localhost):/.test(deployment.baseUrl))
    throw new NotRun('needs a service on this machine');
  await withTunnel(deployment, {}, async ({ id, connector_token: token }) => {
    const connector = await new TunnelConnector(deployment, { token }).online();
    const { data } = await tunnelCalls.call<List>(deployment, ['GET', `/${id}/connections`]);
    assert.match(String(data[0]!['remote_ip']), /^(127\.0\.0\.1|::1)$/);
    connector.close();
  });
});

check(
  'TUN-18 TUN-28',
  'a rotated token works until its grace period ends, and an invalid one never',
  (deployment) => {
    deployment.requireClock();
    return withTunnel(deployment, {}, async ({ id, connector_token: old }) => {
      const body = { grace_seconds: 600 };
      const rotated = await tunnelCalls.call(deployment, ['POST', `/${id}/rotate_token`, body]);
      await deployment.advanceClock(590);
      const online = await new TunnelConnector(deployment, { token: old }).online();
      await deployment.advanceClock(11);
      assert.equal(await online.closeCode(), 4401);
      assert.equal(await refused(deployment, old), 4401);
      assert.equal(await refused(deployment, `stn_${'0'.repeat(64)}`), 4401);
      const token = String(rotated['connector_token']);
      (await new TunnelConnector(deployment, { token }).online()).close();
    });
  },
);

check('TUN-06 TUN-11', 'disabling or deleting a tunnel closes its connections with 4403', (deployment) =>
  withTunnel(deployment, {}, async ({ id, connector_token: token }) => {
    const first = await new TunnelConnector(deployment, { token }).online();
    await tunnelCalls.call(deployment, ['PATCH', `/${id}`, { status: 'disabled' }]);
    assert.equal(await first.closeCode(), 4403);
    assert.equal(await refused(deployment, token), 4403);
    await tunnelCalls.call(deployment, ['PATCH', `/${id}`, { status: 'enabled' }]);
    const second = await new TunnelConnector(deployment, { token }).online();
    await tunnelCalls.call(deployment, ['DELETE', `/${id}`]);
    assert.equal(await second.closeCode(), 4403);
  }),
);

check('TUN-34', `the connector after the ${MAX_CONNECTORS}th is closed with 4429`, (deployment) =>
  withTunnel(deployment, {}, async ({ id, connector_token: token }) => {
    const connectors = Array.from(
      { length: MAX_CONNECTORS },
      () => new TunnelConnector(deployment, { token }),
    );
    await Promise.all(connectors.map((connector) => connector.online()));
    assert.equal(await refused(deployment, token), 4429);
    const { connections } = await tunnelCalls.call(deployment, ['GET', `/${id}`]);
    assert.equal((connections as Fields)['active'], MAX_CONNECTORS);
    for (const connector of connectors) connector.close();
  }),
);

check('TUN-28', 'a connection with an unknown protocol is closed with 4426', (deployment) =>
  withTunnel(deployment, {}, async ({ connector_token: token }) => {
    assert.equal(await refused(deployment, token, { protocol: 3 }), 4426);
  }),
);

import type { TunnelCertificate } from '@svc/contract';
import { expect, it } from 'vitest';
import {
  freePort,
  MAIN_KEY,
  oneModel,
  oneOrganization,
  startRunningService,
  testDatabases,
  type RunningService,
} from '#test-kit';
import { RawConnector } from './raw-connector.ts';
import { TUNNELS_BETA } from './tunnels-fixture.ts';

const IN_FORCE_MS = 5000;
const NODES = 2;
const KEY = Buffer.alloc(32, 7).toString('base64');

it('TUN-26 D-TUN-4 a certificate that one node revokes is refused by another one, and closed there, within 5 s', async (context) => {
  const postgres = (await testDatabases()).find(({ kind }) => kind === 'postgres');
  if (!postgres) return context.skip('PostgreSQL not found');
  const opened = await postgres.open();
  const ports = await Promise.all(Array.from({ length: NODES }, freePort));
  const nodes: RunningService[] = [];
  try {
    for (const port of ports)
      nodes.push(
        await startRunningService({
          deployment: oneModel(
            { type: 'sandbox' },
            {
              tunnels: { mtls_port: port },
              cluster_secret: 'c'.repeat(32),
              storage: { type: 'local', shared: true },
            },
          ),
          provisioning: oneOrganization(),
          environment: { DATABASE_URL: opened.databaseUrl!, SVC_DATA_KEY: KEY },
        }),
      );
    const post = async (node: number, path: string, body: object): Promise<Record<string, unknown>> => {
      const response = await nodes[node]!.post(path, MAIN_KEY, body, { 'svc-beta': TUNNELS_BETA });
      expect(response.ok).toBe(true);
      return (await response.json()) as Record<string, unknown>;
    };
    const { id } = await post(0, '/v1/tunnels', {
      name: 'nodes',
      auth_mode: 'mtls',
      allowed_targets: ['http://127.0.0.1:1/mcp'],
    });
    const certificate = (await post(
      0,
      `/v1/tunnels/${String(id)}/certificates`,
      {},
    )) as unknown as TunnelCertificate;
    const dial = async (node: number): Promise<RawConnector> => {
      const connector = new RawConnector(`wss://127.0.0.1:${ports[node]!}/tunnel/v1/connect`, {
        rejectUnauthorized: false,
        cert: certificate.certificate_pem,
        key: certificate.private_key_pem!,
      });
      await connector.opened();
      connector.hello();
      return connector;
    };
    const connected = await dial(1);
    expect((await connected.next('control')).json()).toMatchObject({ type: 'welcome' });
    const revokedAt = performance.now();
    await post(0, `/v1/tunnels/${String(id)}/certificates/${certificate.id}/revoke`, {});
    expect(await (await dial(1)).closed()).toBe(4401);
    expect(await connected.closed()).toBe(4401);
    expect(performance.now() - revokedAt).toBeLessThan(IN_FORCE_MS);
  } finally {
    for (const node of nodes) await node.stop();
    await opened.close();
  }
});

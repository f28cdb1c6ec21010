import { describe, expect, it } from 'vitest';
import { MAIN_KEY, mcpSite, startTcpProxy, testDatabases } from '#test-kit';
import { askRefused, askWhole } from '../messages/ask.ts';
import { rawConnector } from './raw-connector.ts';
import { startTunnelsFixture, TUNNELS_BETA } from './tunnels-fixture.ts';

const postgres = (await testDatabases()).find(({ kind }) => kind === 'postgres');
const FLAGS = { 'svc-beta': TUNNELS_BETA };

describe.runIf(postgres)('with PostgreSQL away', () => {
  it('TUN-42 calls go on through connectors that were known, and new connectors are told to come again', async () => {
    const database = await postgres!.open();
    const url = new URL(database.databaseUrl!);
    const proxy = await startTcpProxy({ host: url.hostname, port: Number(url.port || 5432) });
    url.searchParams.delete('connect_timeout');
    url.hostname = '127.0.0.1';
    url.port = String(proxy.port);
    const [fixture, site] = await Promise.all([
      startTunnelsFixture(
        { limits: { token_grace_default_s: 1000 } },
        { DATABASE_URL: url.href, SVC_DATA_KEY: Buffer.alloc(32, 7).toString('base64') },
      ),
      mcpSite('stateless'),
    ]);
    // A busy machine's first connections may take longer than a request waits.
    await expect.poll(() => fixture.api('GET', '/v1/tunnels').then(({ status }) => status)).toBe(200);
    const tunnel = await fixture.tunnel({ allowed_targets: [site.url] });
    const connector = await fixture.connect(tunnel.connector_token!);
    const fields = { mcp_servers: [{ name: 'inside', url: site.url, tunnel_id: tunnel.id }] };
    fixture.callThenReply('inside__echo', { text: 'hi' });
    await askWhole(fixture.service, fields, MAIN_KEY, FLAGS);
    await fixture.api('POST', `/v1/tunnels/${tunnel.id}/rotate_token`, { body: {} });
    // What the database says of the token is read again.
    await new Promise((resolve) => setTimeout(resolve, 3000));

    await proxy.refuse();
    const message = await askWhole(fixture.service, fields, MAIN_KEY, FLAGS);
    expect(message.usage.server_tool_use).toEqual({ mcp_tool_calls: 1 });
    const late = await rawConnector(fixture.service.port, tunnel.connector_token!).opened();
    late.hello();
    expect(await late.closed()).toBe(1011);
    const unknown = {
      mcp_servers: [{ name: 'x', url: site.url, tunnel_id: 'tnl_01m862n7f7x5xve6h15vx5pxd6' }],
    };
    expect(await askRefused(fixture.service, unknown, MAIN_KEY, FLAGS)).toMatchObject({ status: 503 });
    // A token ends in time all the same.
    await fixture.service.advance(1001);
    await connector.printed(/"code":4401/);

    await proxy.restore();
    await fixture.stop();
    await Promise.all([site.close(), proxy.close()]);
    await database.close();
  });
});

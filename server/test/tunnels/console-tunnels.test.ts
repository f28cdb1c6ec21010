import type { Tunnel, TunnelSetup } from '@svc/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ConnectorProcess, httpSite, mcpSite, httpDatabases, type McpSite, type TestSite } from '#test-kit';
import { refusal, startConsoleFixture, type ConsoleFixture, type Reply } from '../console/console-fixture.ts';

describe.each(await httpDatabases(import.meta.filename))('tunnels in the Console on $kind', (database) => {
  let fixture: ConsoleFixture;
  let site: McpSite;
  let other: TestSite;
  const connectors: ConnectorProcess[] = [];

  beforeAll(async () => {
    [fixture, site, other] = await Promise.all([
      startConsoleFixture(database),
      mcpSite('stateless', 'the-token'),
      httpSite((_request, response) => response.end('no MCP')),
    ]);
  });
  afterEach(async () => {
    await Promise.all(connectors.splice(0).map((connector) => connector.end('SIGKILL')));
  });
  afterAll(async () => {
    await fixture?.stop();
    await Promise.all([site.close(), other.close()]);
  });

  const root = () => `/workspaces/${fixture.ids['Default']}/tunnels`;
  const otherUrl = () => `http://127.0.0.1:${other.port}/`;
  let names = 0;
  const create = async (): Promise<Tunnel> => {
    const body = { name: `tunnel ${++names}`, allowed_targets: [site.url, otherUrl()] };
    return (await fixture.as('owner', 'POST', root(), body)).body as Tunnel;
  };
  const connect = async (token: string): Promise<ConnectorProcess> => {
    const url = `http://127.0.0.1:${fixture.service.port}`;
    const connector = new ConnectorProcess({ SVC_TUNNEL_URL: url, SVC_TUNNEL_TOKEN: token });
    connectors.push(connector);
    await connector.online();
    return connector;
  };
  const setup = async ({ id }: Tunnel): Promise<TunnelSetup> =>
    (await fixture.as('owner', 'GET', `${root()}/${id}/setup`)).body as TunnelSetup;
  const test = ({ id }: Tunnel, body: object): Promise<Reply> =>
    fixture.as('owner', 'POST', `${root()}/${id}/test`, body);

  it('D-CONS-5 lists the tools of a target as a model call finds them', async () => {
    const tunnel = await create();
    await connect(tunnel.connector_token!);
    const { status, body } = await test(tunnel, { url: site.url, authorization_token: 'the-token' });
    expect([status, body]).toEqual([
      200,
      { type: 'tunnel_test', tunnel_id: tunnel.id, url: site.url, tools: expect.any(Array) },
    ]);
    expect(body.tools).toContainEqual({ name: 'echo', description: expect.any(String) });
    expect(refusal(await test(tunnel, { url: site.url }))).toBe('502 upstream_unavailable');
    const noMcp = await test(tunnel, { url: otherUrl() });
    expect([refusal(noMcp), noMcp.body.error.message]).toEqual([
      '502 upstream_unavailable',
      expect.stringContaining('does not speak MCP'),
    ]);
    expect(JSON.stringify((await fixture.as('owner', 'GET', '/audit_events')).body)).not.toContain(
      'the-token',
    );
  });

  it('D-CONS-5 TUN-37 TUN-39 TUN-40 TUN-42 says what a model call would be told', async () => {
    const tunnel = await create();
    const body = { url: site.url, authorization_token: 'the-token' };
    expect(refusal(await test(tunnel, body))).toBe('502 tunnel_unavailable');
    await connect(tunnel.connector_token!);
    expect(refusal(await test(tunnel, { ...body, url: `${site.url}/` }))).toBe('502 tunnel_target_refused');
    expect(refusal(await test(tunnel, { ...body, url: 'mcp' }))).toBe('400 invalid_parameter url');
    const policy = (mcp_policy: object): Promise<Reply> =>
      fixture.as('owner', 'PATCH', '/organization', { mcp_policy });
    await policy({ mode: 'listed', tunnel_ids: [], urls: [site.url] });
    const asked = site.requests.length;
    expect(refusal(await test(tunnel, body))).toBe('403 mcp_server_not_allowed');
    expect(site.requests.length).toBe(asked);
    await policy({ mode: 'listed', tunnel_ids: [tunnel.id], urls: [] });
    expect((await test(tunnel, body)).status).toBe(200);
    await policy({ mode: 'all' });
    await fixture.as('owner', 'PATCH', `${root()}/${tunnel.id}`, { status: 'disabled' });
    expect(refusal(await test(tunnel, body))).toBe('502 tunnel_unavailable');
  });

  it.each(['the-token\n', '“the-token”', 'two words', 'x'.repeat(8193), ''])(
    'D-CONS-5 refuses a token that no header can carry: %j',
    async (token) => {
      const tunnel = await create();
      const body = { url: site.url, authorization_token: token };
      expect(refusal(await test(tunnel, body))).toBe('400 invalid_parameter authorization_token');
    },
  );

  it('TUN-12 TUN-41 D-TUN-5 shows which tokens work and who is online with each, of its own workspace only', async () => {
    const tunnel = await create();
    const tokens = async (): Promise<TunnelSetup['tokens']> => (await setup(tunnel)).tokens;
    const old = await connect(tunnel.connector_token!);
    expect(await tokens()).toMatchObject([{ expires_at: null, active_connections: 1 }]);
    const rotated = await fixture.as('owner', 'POST', `${root()}/${tunnel.id}/rotate_token`, {
      grace_seconds: 600,
    });
    expect(await tokens()).toMatchObject([
      { expires_at: null, active_connections: 0 },
      { expires_at: rotated.body.previous_token_expires_at, active_connections: 1 },
    ]);
    await connect(rotated.body.connector_token);
    await old.end();
    await expect.poll(tokens).toMatchObject([{ active_connections: 1 }, { active_connections: 0 }]);
    await fixture.service.advance(601);
    expect(await tokens()).toMatchObject([{ expires_at: null, active_connections: 1 }]);
    const elsewhere = `/workspaces/${fixture.ids['Research']}/tunnels/${tunnel.id}`;
    expect(refusal(await fixture.as('owner', 'GET', `${elsewhere}/setup`))).toBe(
      '404 tunnel_not_found tunnel_id',
    );
    const there = await fixture.as('owner', 'POST', `${elsewhere}/test`, { url: site.url });
    expect(refusal(there)).toBe('404 tunnel_not_found tunnel_id');
  });

  it('TUN-28 TUN-29 says where connectors dial, and that there is no port for certificates', async () => {
    const tunnel = await create();
    expect((await setup(tunnel)).connector_url).toBe(fixture.service.baseUrl);
    const body = { name: 'mtls', allowed_targets: [site.url], auth_mode: 'mtls' };
    const mtls = (await fixture.as('owner', 'POST', root(), body)).body as Tunnel;
    expect(await setup(mtls)).toMatchObject({ connector_url: null, tokens: [] });
  });
});

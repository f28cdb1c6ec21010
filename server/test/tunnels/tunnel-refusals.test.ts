import { describe, expect, it } from 'vitest';
import { httpSite, MAIN_KEY, startNameServer, textReply } from '#test-kit';
import {
  fixture,
  FLAGS,
  installTunnelledSite,
  refusal,
  servers,
  site,
  tunnelId,
  whole,
} from './tunnelled-site.ts';
import { admitted } from './raw-connector.ts';
import { ADMIN_KEY, OTHER_ORGANIZATION_KEY, OTHER_KEY } from './tunnels-fixture.ts';

const ADMIN = { key: ADMIN_KEY, headers: { 'svc-beta': 'admin-2026-11-01' } };

installTunnelledSite();

describe('a model call whose tunnel cannot be used', () => {
  it('TUN-41 MSG-69 is 404 tunnel_not_found for a tunnel of another workspace', async () => {
    for (const key of [OTHER_KEY, OTHER_ORGANIZATION_KEY])
      expect(await refusal(servers(), key)).toEqual({
        status: 404,
        code: 'tunnel_not_found',
        param: 'mcp_servers[0].tunnel_id',
      });
    for (const id of ['tnl_01m862n7f7x5xve6h15vx5pxd6', 'x', '\u0000', 'tnl_ä'])
      expect(await refusal(servers({ tunnel_id: id }))).toMatchObject({ code: 'tunnel_not_found' });
  });

  it('TUN-37 TUN-43 MSG-71 MSG-73 is 502 tunnel_target_refused unless the URL is a target byte for byte', async () => {
    const [, port = ''] = /:(\d+)\//.exec(site.url) ?? [];
    const before = site.requests.length;
    const variants = [
      `${site.url}/`,
      `${site.url}?`,
      `${site.url}#`,
      `${site.url}?x=1`,
      site.url.toUpperCase(),
      site.url.replace('http:', 'HTTP:'),
      site.url.replace('http:', 'https:'),
      site.url.replace('/mcp', '/MCP'),
      site.url.replace('/mcp', '/%6dcp'),
      site.url.replace('/mcp', '/./mcp'),
      site.url.replace('/mcp', '/x/../mcp'),
      site.url.replace('/mcp', '//mcp'),
      site.url.replace('/mcp', '\\mcp'),
      site.url.replace('/mcp', ''),
      site.url.replace('127.0.0.1', 'localhost'),
      site.url.replace('127.0.0.1', '127.1'),
      site.url.replace('127.0.0.1', '2130706433'),
      site.url.replace('127.0.0.1', '0x7f.0.0.1'),
      site.url.replace('127.0.0.1', '①②⑦.0.0.1'),
      site.url.replace('127.0.0.1', '[::ffff:127.0.0.1]'),
      site.url.replace('127.0.0.1', 'user@127.0.0.1'),
      site.url.replace(port, `0${port}`),
      ` ${site.url}`,
      `${site.url} `,
      `${site.url}\n`,
      `${site.url}\u0000`,
      site.url.replace('mcp', 'm\tcp'),
      site.url.slice(0, -1),
    ];
    for (const url of variants)
      expect(await refusal(servers({ url })), JSON.stringify(url)).toMatchObject({
        status: 502,
        code: 'tunnel_target_refused',
      });
    expect(site.requests.length).toBe(before);
  });

  it('TUN-35 D-TUN-12 a redirect is no way to another target', async () => {
    const elsewhere = await httpSite((_request, response) => response.end('{}'));
    const redirecting = await httpSite((_request, response) =>
      response.writeHead(307, { location: `http://127.0.0.1:${elsewhere.port}/` }).end(),
    );
    const url = `http://127.0.0.1:${redirecting.port}/`;
    const tunnel = await fixture.tunnel({ allowed_targets: [url] });
    const connector = await fixture.connect(tunnel.connector_token!);
    expect(await refusal(servers({ url, tunnel_id: tunnel.id }))).toMatchObject({
      code: 'tunnel_target_refused',
    });
    expect(elsewhere.connections()).toBe(0);
    await connector.end();
    await Promise.all([elsewhere.close(), redirecting.close()]);
  });

  it('TUN-35 D-53 the names of its targets are for the connector to resolve', async () => {
    const names = await startNameServer(() => [{ records: [{ type: 'A', data: '127.0.0.1' }] }]);
    const url = 'http://mcp.inside.test/mcp';
    const tunnel = await fixture.tunnel({ allowed_targets: [url] });
    const connector = await admitted(fixture.service.port, tunnel.connector_token!);
    const call = refusal(servers({ url, tunnel_id: tunnel.id }));
    const { stream, json } = await connector.next('open');
    expect(json()['url']).toBe(url);
    connector.frame({ type: 'reset', stream, payload: Buffer.from([0, 0, 0, 5]) });
    expect(await call).toMatchObject({ status: 502, code: 'tunnel_unavailable' });
    expect(names.questions).toEqual([]);
    connector.socket.terminate();
    await names.close();
  });

  it('TUN-42 MSG-71 is 502 tunnel_unavailable with no connector, and for a disabled tunnel', async () => {
    const { id } = await fixture.tunnel({ allowed_targets: [site.url] });
    const unavailable = { status: 502, code: 'tunnel_unavailable', param: null };
    expect(await refusal(servers({ tunnel_id: id }))).toEqual(unavailable);
    const patch = (status: string) => fixture.api('PATCH', `/v1/tunnels/${id}`, { body: { status } });
    await patch('disabled');
    expect(await refusal(servers({ tunnel_id: id }))).toEqual(unavailable);
    expect(await refusal({ ...servers({ tunnel_id: id }), stream: true })).toEqual(unavailable);
  });

  it('TUN-42 is not carried by the connector of another tunnel, even one with the same target', async () => {
    const { id } = await fixture.tunnel({ allowed_targets: [site.url] });
    const other = await fixture.tunnel({ allowed_targets: [site.url] });
    const connector = await admitted(fixture.service.port, other.connector_token!);
    expect(await refusal(servers({ tunnel_id: id }))).toMatchObject({
      status: 502,
      code: 'tunnel_unavailable',
    });
    expect(connector.frames.filter(({ type }) => type === 'open')).toEqual([]);
    expect((await fixture.api('GET', `/v1/tunnels/${id}`)).body['status']).toBe('disconnected');
    // The same connector gets the calls of its own tunnel, so nothing else refused them.
    const own = refusal(servers({ tunnel_id: other.id }));
    const { stream } = await connector.next('open');
    connector.frame({ type: 'reset', stream, payload: Buffer.from([0, 0, 0, 5]) });
    expect(await own).toMatchObject({ status: 502, code: 'tunnel_unavailable' });
    connector.socket.terminate();
  });

  it('TUN-42 says so when the server behind it is not there, or is no MCP server', async () => {
    const removed = 'http://127.0.0.1:1/mcp';
    const text = await httpSite((_request, response) => response.end('hello'));
    const url = `http://127.0.0.1:${text.port}/`;
    const tunnel = await fixture.tunnel({ allowed_targets: [removed, url] });
    const connector = await fixture.connect(tunnel.connector_token!);
    expect(await refusal(servers({ url: removed, tunnel_id: tunnel.id }))).toMatchObject({
      status: 502,
      code: 'tunnel_unavailable',
    });
    expect(await refusal(servers({ url, tunnel_id: tunnel.id }))).toMatchObject({
      status: 502,
      code: 'upstream_unavailable',
    });
    await connector.end();
    await text.close();
  });

  it('TUN-39 TUN-40 MSG-70 is 403 before any connector is asked, when the policy does not list the tunnel', async () => {
    const path = '/v1/organizations/me';
    const before = site.requests.length;
    const setPolicy = async (policy: object) => {
      const reply = await fixture.api('PATCH', path, { ...ADMIN, body: { mcp_policy: policy } });
      expect(reply.status).toBe(200);
    };
    await setPolicy({ mode: 'listed', tunnel_ids: [], urls: [site.url] });
    const refused = { status: 403, code: 'mcp_server_not_allowed', param: null };
    await expect.poll(() => refusal(servers()).catch(() => undefined)).toEqual(refused);
    await setPolicy({ mode: 'none' });
    await expect.poll(() => refusal(servers()).catch(() => undefined)).toEqual(refused);
    expect(site.requests.length).toBe(before);
    await setPolicy({ mode: 'listed', tunnel_ids: [tunnelId] });
    fixture.upstream.script(textReply('ok'));
    await expect.poll(async () => (await whole().catch(() => undefined))?.type).toBe('message');
    await setPolicy({ mode: 'all' });
  });

  it('TUN-32 D-TUN-8 is 502 when all connectors are at their limit', async () => {
    const tunnel = await fixture.tunnel({ allowed_targets: [site.url] });
    const connector = await fixture.connect(tunnel.connector_token!, { SVC_TUNNEL_MAX_INFLIGHT: '1' });
    fixture.callThenReply('inside__wait', {});
    const fields = servers({ tunnel_id: tunnel.id });
    const leaving = new AbortController();
    const slow = fetch(`http://127.0.0.1:${fixture.service.port}/v1/messages`, {
      method: 'POST',
      headers: { authorization: `Bearer ${MAIN_KEY}`, 'content-type': 'application/json', ...FLAGS },
      body: JSON.stringify({
        model: 'Svc Standard',
        max_tokens: 10,
        messages: [{ role: 'user', content: 'go' }],
        ...fields,
      }),
      signal: leaving.signal,
    }).catch(() => undefined);
    await expect.poll(() => site.waiting).toBe(1);
    expect(await refusal(fields)).toMatchObject({ status: 502, code: 'tunnel_unavailable' });
    leaving.abort();
    await slow;
    await expect.poll(() => site.waiting).toBe(0);
    expect(connector.output).toContain('"reason":"busy"');
    await connector.end();
  });
});

import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { admitted, rawConnector } from './raw-connector.ts';
import { startTunnelsFixture, ADMIN_KEY, OTHER_KEY, type TunnelsFixture } from './tunnels-fixture.ts';

const PATH = '/v1/tunnels';

let fixture: TunnelsFixture;
let port: number;
beforeAll(async () => {
  fixture = await startTunnelsFixture({ limits: { connector_ping_s: 1 } });
  port = fixture.service.port;
});
afterAll(() => fixture.stop());

const read = async (id: string) => (await fixture.api('GET', `${PATH}/${id}`)).body;
const patch = (id: string, body: object) => fixture.api('PATCH', `${PATH}/${id}`, { body });
const statusOf = async (id: string): Promise<unknown> => (await read(id))['status'];

/** The code with which a connector is turned away that does all it should. */
async function refused(token: string | undefined, hello: object = {}): Promise<number> {
  const connector = await rawConnector(port, token).opened();
  connector.hello(hello);
  return connector.closed();
}

describe('a connector', () => {
  it('TUN-07 TUN-08 TUN-27 dials out, and the tunnel is connected while one is online', async () => {
    const { id, connector_token: token } = await fixture.tunnel();
    const [one, two] = await Promise.all([fixture.connect(token!), fixture.connect(token!)]);
    const both = await read(id);
    expect([both['status'], both['connections'].active]).toEqual(['connected', 2]);
    expect(both['connections'].last_seen_at).toMatch(/Z$/);
    expect(await one.end()).toBe(0);
    await expect.poll(async () => (await read(id))['connections'].active).toBe(1);
    await two.end('SIGKILL');
    await expect.poll(() => statusOf(id)).toBe('disconnected');
    const after = await read(id);
    expect(after['connections']).toEqual({
      active: 0,
      last_seen_at: expect.stringMatching(/Z$/) as string,
    });
  });

  it('TUN-20 TUN-21 TUN-22 TUN-23 is listed with what is known of it', async () => {
    const { id, connector_token: token } = await fixture.tunnel();
    const connector = await admitted(port, token!, { connector_version: '9.8.7' });
    const list = await fixture.api('GET', `${PATH}/${id}/connections`);
    expect([list.status, list.body['has_more']]).toEqual([200, false]);
    expect(list.body['data']).toEqual([
      {
        connection_id: expect.stringMatching(/^conn_[0-9a-z]{26}$/) as string,
        connector_version: '9.8.7',
        remote_ip: '127.0.0.1',
        connected_at: expect.stringMatching(/Z$/) as string,
        last_seen_at: expect.stringMatching(/Z$/) as string,
        requests_1h: 0,
        errors_1h: 0,
      },
    ]);
    const unflagged = await fixture.api('GET', `${PATH}/${id}/connections`, { headers: { 'svc-beta': '' } });
    expect(unflagged.body['error'].code).toBe('beta_required');
    connector.socket.close();
  });

  it('TUN-28 D-TUN-6 with a token that is none is closed with 4401 after the upgrade', async () => {
    const { connector_token: token } = await fixture.tunnel();
    expect(await refused(undefined)).toBe(4401);
    expect(await refused('')).toBe(4401);
    expect(await refused(`stn_${'0'.repeat(64)}`)).toBe(4401);
    expect(await refused(token!.toUpperCase())).toBe(4401);
    expect(await refused(`${token!}0`)).toBe(4401);
    expect(await refused(`sk_live_${'1'.repeat(64)}`)).toBe(4401);
  });

  it('TUN-18 D-TUN-5 of a rotated token stays until its grace ends, each in its own time', async () => {
    const { id, connector_token: first } = await fixture.tunnel();
    const rotate = async (seconds: number): Promise<string> => {
      const { body } = await fixture.api('POST', `${PATH}/${id}/rotate_token`, {
        body: { grace_seconds: seconds },
      });
      return body['connector_token'] as string;
    };
    const oldest = await admitted(port, first!);
    const second = await rotate(1000);
    const middle = await admitted(port, second);
    const third = await rotate(500);
    const newest = await admitted(port, third);
    await fixture.service.advance(480);
    for (const token of [first!, second, third]) (await admitted(port, token)).socket.terminate();
    await fixture.service.advance(21);
    expect(await middle.closed()).toBe(4401);
    expect(await refused(second)).toBe(4401);
    (await admitted(port, first!)).socket.terminate();
    await fixture.service.advance(460);
    (await admitted(port, first!)).socket.terminate();
    await fixture.service.advance(41);
    expect(await oldest.closed()).toBe(4401);
    expect(await refused(first!)).toBe(4401);
    // Without grace it ends at once.
    await rotate(0);
    expect(await newest.closed()).toBe(4401);
    expect(await refused(third)).toBe(4401);
  });

  it('D-TUN-3 of a disabled or deleted tunnel is closed with 4403, and let in again when it is enabled', async () => {
    const { id, connector_token: token } = await fixture.tunnel();
    const connector = await admitted(port, token!);
    expect((await patch(id, { status: 'disabled' })).body['status']).toBe('disabled');
    expect(await connector.closed()).toBe(4403);
    expect(await refused(token!)).toBe(4403);
    expect(await statusOf(id)).toBe('disabled');
    await patch(id, { status: 'enabled' });
    const again = await admitted(port, token!);
    expect(await statusOf(id)).toBe('connected');
    await fixture.api('DELETE', `${PATH}/${id}`);
    expect(await again.closed()).toBe(4403);
    expect(await refused(token!)).toBe(4403);
  });

  it('D-WORK-4 of an archived workspace is closed', async () => {
    const created = await fixture.api('POST', PATH, {
      key: OTHER_KEY,
      body: { name: 'archived', allowed_targets: ['http://inside/'] },
    });
    const connector = await admitted(port, created.body['connector_token'] as string);
    const admin = { key: ADMIN_KEY, headers: { 'svc-beta': 'admin-2026-11-01' } };
    const path = `/v1/organizations/workspaces/${created.body['workspace_id']}`;
    expect((await fixture.api('POST', `${path}/archive`, admin)).status).toBe(200);
    expect(await connector.closed()).toBe(4403);
    expect(await refused(created.body['connector_token'] as string)).toBe(4403);
    expect((await fixture.api('POST', `${path}/unarchive`, admin)).status).toBe(200);
    (await admitted(port, created.body['connector_token'] as string)).socket.close();
  });

  it('TUN-34 D-TUN-10 is the eleventh once, and closed with 4429', async () => {
    const { id, connector_token: token } = await fixture.tunnel();
    const all = await Promise.all(
      Array.from({ length: 14 }, async () => {
        const connector = await rawConnector(port, token!).opened();
        connector.hello();
        const code = await connector.next('control').then(
          () => 0,
          () => connector.closed(),
        );
        return { connector, code };
      }),
    );
    expect(all.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([
      ...Array.from({ length: 10 }, () => 0),
      ...Array.from({ length: 4 }, () => 4429),
    ]);
    all.find(({ code }) => code === 0)!.connector.socket.terminate();
    await expect.poll(async () => (await read(id))['connections'].active).toBe(9);
    (await admitted(port, token!)).socket.terminate();
    for (const { connector } of all) connector.socket.terminate();
  });

  it('D-TUN-11 of another protocol is closed with 4426', async () => {
    const { connector_token: token } = await fixture.tunnel();
    expect(await refused(token!, { protocol: 0 })).toBe(4426);
    expect(await refused(token!, { protocol: 2 })).toBe(4426);
    const unknown = await rawConnector(port, token!, {}, 'svc-tunnel.v2').opened();
    expect(await unknown.closed()).toBe(4426);
    const none = await rawConnector(port, token!, {}, []).opened();
    expect(await none.closed()).toBe(4426);
    const both = await rawConnector(port, token!, {}, ['svc-tunnel.v2', 'svc-tunnel.v1']).opened();
    both.hello();
    expect((await both.next('control')).json()).toMatchObject({ type: 'welcome', protocol: 1 });
    both.socket.terminate();
  });

  it('D-TUN-12 is told the targets, and told again when they change', async () => {
    const { id, connector_token: token } = await fixture.tunnel({ allowed_targets: ['http://inside/a'] });
    const connector = await rawConnector(port, token!).opened();
    connector.hello();
    expect((await connector.next('control')).json()).toEqual({
      type: 'welcome',
      protocol: 1,
      connection_id: expect.stringMatching(/^conn_/) as string,
      message_limit_bytes: 10_485_760,
      silence_ms: 45_000,
    });
    const config = async () => (await connector.next('control')).json();
    expect(await config()).toEqual({ type: 'config', allowed_targets: ['http://inside/a'] });
    await patch(id, { allowed_targets: ['http://inside/b'] });
    expect(await config()).toEqual({ type: 'config', allowed_targets: ['http://inside/b'] });
    connector.socket.terminate();
  });

  it('D-TUN-9 is pinged, and stays online when the test clock jumps', async () => {
    const { id, connector_token: token } = await fixture.tunnel();
    const connector = await admitted(port, token!);
    const before = (await read(id))['connections'].last_seen_at as string;
    await fixture.service.advance(86_400);
    expect(await statusOf(id)).toBe('connected');
    await once(connector.socket, 'ping');
    const seen = async () => Date.parse((await read(id))['connections'].last_seen_at as string);
    await expect.poll(seen, { timeout: 30_000 }).toBeGreaterThan(Date.parse(before) + 80_000_000);
    connector.socket.terminate();
  });

  it('TUN-27 that only asks whether it would be let in counts as none', async () => {
    const { id, connector_token: token } = await fixture.tunnel({ allowed_targets: ['http://inside/a'] });
    const asking = await rawConnector(port, token!).opened();
    asking.hello({ check: true });
    expect(await asking.closed()).toBe(1000);
    expect(asking.frames.map(({ type }) => type)).toEqual(['control', 'control']);
    expect((await read(id))['connections']).toEqual({ active: 0, last_seen_at: null });
  });
});

it('D-TUN-9 a connector that is silent is given up', async () => {
  const silent = await startTunnelsFixture({ limits: { connector_ping_s: 1, connector_silence_s: 2 } });
  const { id, connector_token: token } = await silent.tunnel();
  const connector = await admitted(silent.service.port, token!);
  connector.socket.pause();
  const status = async () => (await silent.api('GET', `${PATH}/${id}`)).body['status'] as unknown;
  expect(await status()).toBe('connected');
  await expect.poll(status).toBe('disconnected');
  await silent.stop();
});

it('D-TUN-10 a service that ends closes its connections with 1012', async () => {
  const ending = await startTunnelsFixture();
  const { connector_token: token } = await ending.tunnel();
  const connector = await admitted(ending.service.port, token!);
  const stopped = ending.stop();
  expect((await connector.next('control')).json()).toEqual({ type: 'drain' });
  expect(await connector.closed()).toBe(1012);
  await stopped;
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ADMIN_KEY,
  OTHER_ORGANIZATION_ADMIN_KEY,
  OTHER_ORGANIZATION_KEY,
  OTHER_KEY,
  refusalOf,
  startTunnelsFixture,
  type TunnelsFixture,
  TUNNELS_BETA,
} from './tunnels-fixture.ts';

const PATH = '/v1/tunnels';
const TARGET = 'http://mcp.internal:8080/mcp';
const FIELDS = [
  'allowed_targets',
  'auth_mode',
  'connections',
  'connector_token',
  'created_at',
  'description',
  'id',
  'name',
  'region',
  'status',
  'type',
  'updated_at',
  'workspace_id',
];

let fixture: TunnelsFixture;
beforeAll(async () => {
  fixture = await startTunnelsFixture();
});
afterAll(() => fixture.stop());

const create = (fields: object = {}, key?: string) =>
  fixture.api('POST', PATH, {
    body: { name: `t${Math.random()}`, allowed_targets: [TARGET], ...fields },
    ...(key === undefined ? {} : { key }),
  });

describe('tunnels', () => {
  it('TUN-01 need a private key and their flag', async () => {
    const unflagged = await fixture.api('GET', PATH, { headers: { 'svc-beta': '' } });
    expect(refusalOf(unflagged)).toBe('400 beta_required svc-beta');
    expect(unflagged.body['error'].message).toContain(`svc-beta header: ${TUNNELS_BETA}.`);
    expect(refusalOf(await fixture.api('GET', PATH, { key: ADMIN_KEY }))).toBe('403 inference_not_allowed');
    expect(
      refusalOf(
        await fixture.api('POST', PATH, { body: { name: '' }, headers: { 'svc-beta': 'admin-2026-11-01' } }),
      ),
    ).toBe('400 beta_required svc-beta');
  });

  it('TUN-02 TUN-03 TUN-04 TUN-10 TUN-11 are created, read, listed, changed and deleted with every field', async () => {
    const { status, body } = await create({ name: 'office' });
    expect([status, Object.keys(body).toSorted()]).toEqual([201, FIELDS]);
    expect(body).toMatchObject({
      id: expect.stringMatching(/^tnl_[0-9a-z]{26}$/) as string,
      type: 'tunnel',
      name: 'office',
      description: null,
      allowed_targets: [TARGET],
      auth_mode: 'token',
      status: 'disconnected',
      connections: { active: 0, last_seen_at: null },
      region: 'us',
    });
    const one = `${PATH}/${body['id']}`;
    const read = await fixture.api('GET', one);
    expect(read).toEqual({ status: 200, body: { ...body, connector_token: null } });
    const listed = await fixture.api('GET', PATH);
    expect(listed.body['data']).toContainEqual(read.body);
    const update = { name: 'office 2', description: 'in the cellar', allowed_targets: [`${TARGET}/2`] };
    const updated = await fixture.api('PATCH', one, { body: update });
    expect(updated.status).toBe(200);
    expect(updated.body).toMatchObject(update);
    expect((await fixture.api('PATCH', one, { body: { description: null } })).body['description']).toBeNull();
    expect(await fixture.api('DELETE', one)).toEqual({
      status: 200,
      body: { id: body['id'], type: 'tunnel', deleted: true },
    });
    expect(refusalOf(await fixture.api('GET', one))).toBe('404 tunnel_not_found tunnel_id');
    expect(refusalOf(await fixture.api('DELETE', one))).toBe('404 tunnel_not_found tunnel_id');
  });

  it('TUN-05 TUN-09 have a token that begins with stn_, or none with mtls', async () => {
    const token = await create();
    expect(token.body['connector_token']).toMatch(/^stn_[0-9a-f]{64}$/);
    const mtls = await create({ auth_mode: 'mtls' });
    expect([mtls.body['auth_mode'], mtls.body['connector_token']]).toEqual(['mtls', null]);
    expect(refusalOf(await create({ auth_mode: 'password' }))).toBe('400 invalid_parameter auth_mode');
    const one = `${PATH}/${token.body['id']}`;
    expect((await fixture.api('GET', one)).body['connector_token']).toBeNull();
    expect((await fixture.api('PATCH', one, { body: { name: 'again' } })).body['connector_token']).toBeNull();
    expect(fixture.service.logLines.join('')).not.toContain(token.body['connector_token']);
  });

  it('TUN-06 D-TUN-3 are disabled and enabled by a change of their status', async () => {
    const { id } = await fixture.tunnel();
    const patch = (status: string) => fixture.api('PATCH', `${PATH}/${id}`, { body: { status } });
    expect((await patch('disabled')).body['status']).toBe('disabled');
    const disabled = await fixture.api('GET', `${PATH}?status=disabled`);
    expect((disabled.body['data'] as { id: string }[]).map((one) => one.id)).toEqual([id]);
    expect((await patch('enabled')).body['status']).toBe('disconnected');
    expect(refusalOf(await patch('connected'))).toBe('400 invalid_parameter status');
    expect(refusalOf(await fixture.api('GET', `${PATH}?status=enabled`))).toBe(
      '400 invalid_parameter status',
    );
  });

  it('TUN-12 KEY-50 of another workspace are not found, whatever is asked of them', async () => {
    const { id } = await fixture.tunnel();
    const mtls = (await create({ auth_mode: 'mtls' })).body['id'] as string;
    const calls: [string, string, unknown?][] = [
      ['GET', ''],
      ['PATCH', '', { name: 'mine' }],
      ['DELETE', ''],
      ['POST', '/rotate_token', {}],
      ['GET', '/connections'],
      ['POST', '/certificates', {}],
      ['GET', '/certificates'],
      ['GET', '/certificates/tcert_01m862n7f7x5xve6h15vx5pxd6'],
      ['POST', '/certificates/tcert_01m862n7f7x5xve6h15vx5pxd6/revoke'],
    ];
    for (const key of [OTHER_KEY, OTHER_ORGANIZATION_KEY])
      for (const tunnel of [id, mtls])
        for (const [method, path, body] of calls) {
          const reply = await fixture.api(method, `${PATH}/${tunnel}${path}`, { key, body });
          expect(refusalOf(reply), `${method} ${path}`).toBe('404 tunnel_not_found tunnel_id');
          expect(reply.body['error'].type).toBe('not_found_error');
        }
    expect((await fixture.api('GET', PATH, { key: OTHER_KEY })).body['data']).toEqual([]);
  });

  it('TUN-13 D-TUN-1 are at most 25 in a workspace', async () => {
    for (let i = 0; i < 25; i++) expect((await create({}, OTHER_KEY)).status).toBe(201);
    const refused = await create({}, OTHER_KEY);
    expect([refusalOf(refused), refused.body['error'].type]).toEqual([
      '409 tunnel_limit_reached',
      'conflict_error',
    ]);
    const page = await fixture.api('GET', `${PATH}?limit=10`, { key: OTHER_KEY });
    expect([page.body['data'].length, page.body['has_more']]).toEqual([10, true]);
    const [first] = page.body['data'] as { id: string }[];
    await fixture.api('DELETE', `${PATH}/${first!.id}`, { key: OTHER_KEY });
    expect((await create({}, OTHER_KEY)).status).toBe(201);
  });

  it('TUN-14 D-TUN-2 have 1 to 20 targets that are URLs', async () => {
    const targets = (count: number) => Array.from({ length: count }, (_, i) => `${TARGET}/${i}`);
    expect((await create({ allowed_targets: targets(20) })).status).toBe(201);
    expect(refusalOf(await create({ allowed_targets: targets(21) }))).toBe(
      '400 invalid_parameter allowed_targets',
    );
    expect(refusalOf(await create({ allowed_targets: [] }))).toBe('400 invalid_parameter allowed_targets');
    for (const target of [
      'mcp.internal/mcp',
      '/mcp',
      'ftp://mcp.internal/',
      'http://user@mcp.internal/',
      'http://user:pw@mcp.internal/',
      'http://@mcp.internal/',
      'http://mcp.internal/#part',
      'http://mcp.internal/#',
      'http:\\\\mcp.internal\\',
      'http:mcp.internal',
      'http:///mcp.internal',
      'http://mcp.internal/ä',
      'http://mcp.internal/\n',
      ' http://mcp.internal/',
      'http://mcp.internal/a b',
      `http://mcp.internal/${'x'.repeat(2048)}`,
      'javascript:alert(1)',
      5,
    ])
      expect(refusalOf(await create({ allowed_targets: [target] })), String(target)).toBe(
        '400 invalid_parameter allowed_targets[0]',
      );
    for (const target of [
      'http://10.0.0.7:8080/mcp',
      'https://[fd00::1]/mcp?x=%20y',
      'http://localhost/',
      `http://mcp.internal/${'x'.repeat(2028)}`,
      'HTTP://MCP.internal',
    ])
      expect((await create({ allowed_targets: [target] })).body['allowed_targets']).toEqual([target]);
  });

  it('D-TUN-1 have names of their own, and bodies are checked field by field', async () => {
    await fixture.tunnel({ name: 'taken' });
    const { id } = await fixture.tunnel({ name: 'free' });
    expect(refusalOf(await create({ name: 'taken' }))).toBe('409 name_taken name');
    expect(refusalOf(await fixture.api('PATCH', `${PATH}/${id}`, { body: { name: 'taken' } }))).toBe(
      '409 name_taken name',
    );
    expect((await fixture.api('PATCH', `${PATH}/${id}`, { body: { name: 'free' } })).status).toBe(200);
    expect(refusalOf(await create({ name: '' }))).toBe('400 invalid_parameter name');
    expect(refusalOf(await create({ name: 'x'.repeat(65) }))).toBe('400 invalid_parameter name');
    expect(refusalOf(await create({ description: 'x'.repeat(201) }))).toBe(
      '400 invalid_parameter description',
    );
    expect((await create({ description: '' })).body['description']).toBeNull();
    expect(refusalOf(await create({ status: 'disabled' }))).toBe('400 read_only_field status');
    expect(refusalOf(await create({ color: 'red' }))).toBe('400 unknown_parameter color');
    for (const field of ['auth_mode', 'region', 'id', 'connector_token'])
      expect(refusalOf(await fixture.api('PATCH', `${PATH}/${id}`, { body: { [field]: 'x' } }))).toBe(
        `400 read_only_field ${field}`,
      );
  });

  it('TUN-15 TUN-16 TUN-17 TUN-19 rotate their token with a grace time', async () => {
    const { id, connector_token: first } = await fixture.tunnel();
    const rotate = (body?: unknown, headers?: Record<string, string>) =>
      fixture.api('POST', `${PATH}/${id}/rotate_token`, { body, ...(headers ? { headers } : {}) });
    expect(refusalOf(await rotate())).toMatch(/^400 /);
    for (const seconds of [-1, 86_401, 0.5, '60'])
      expect(refusalOf(await rotate({ grace_seconds: seconds }))).toBe('400 invalid_parameter grace_seconds');
    const before = Date.now();
    const { status, body } = await rotate({});
    expect([status, Object.keys(body).toSorted()]).toEqual([
      200,
      ['connector_token', 'id', 'previous_token_expires_at', 'type'],
    ]);
    expect(body).toMatchObject({
      id,
      type: 'tunnel',
      connector_token: expect.stringMatching(/^stn_/) as string,
    });
    expect(body['connector_token']).not.toBe(first);
    const graceMs = Date.parse(body['previous_token_expires_at'] as string) - before;
    expect(Math.abs(graceMs - 3_600_000)).toBeLessThan(5000);
    const mtls = await create({ auth_mode: 'mtls' });
    expect(
      refusalOf(await fixture.api('POST', `${PATH}/${mtls.body['id']}/rotate_token`, { body: {} })),
    ).toBe('400 wrong_auth_mode');
  });

  it('IDEM-01 D-IDEM-1 a repeated rotation gives the first token again', async () => {
    const { id } = await fixture.tunnel();
    const rotate = () =>
      fixture.api('POST', `${PATH}/${id}/rotate_token`, {
        body: { grace_seconds: 60 },
        headers: { 'idempotency-key': 'once' },
      });
    const [first, second] = [await rotate(), await rotate()];
    expect(second).toEqual(first);
  });

  it('D-WORK-3 keep the data region of their workspace as it is, until they are deleted', async () => {
    const { body } = await fixture.api('POST', PATH, {
      key: OTHER_ORGANIZATION_KEY,
      body: { name: 'regional', allowed_targets: [TARGET] },
    });
    const move = async (): Promise<string> => {
      const reply = await fixture.api('PATCH', `/v1/organizations/workspaces/${body['workspace_id']}`, {
        key: OTHER_ORGANIZATION_ADMIN_KEY,
        headers: { 'svc-beta': 'admin-2026-11-01' },
        body: { data_region: 'eu' },
      });
      return reply.status === 200 ? 'moved' : refusalOf(reply);
    };
    expect(await move()).toBe('409 region_change_blocked data_region');
    await fixture.api('DELETE', `${PATH}/${body['id']}`, { key: OTHER_ORGANIZATION_KEY });
    expect(await move()).toBe('moved');
  });

  it('D-ADM-7 are audited', async () => {
    const { id } = await fixture.tunnel({ name: 'audited' });
    await fixture.api('PATCH', `${PATH}/${id}`, { body: { status: 'disabled' } });
    await fixture.api('POST', `${PATH}/${id}/rotate_token`, { body: {} });
    await fixture.api('DELETE', `${PATH}/${id}`);
    const { body } = await fixture.api('GET', '/v1/organizations/audit_events?limit=100', {
      key: ADMIN_KEY,
      headers: { 'svc-beta': 'admin-2026-11-01' },
    });
    const events = (body['data'] as { event: string; resource: { id: string }; changes: object }[]).filter(
      ({ resource }) => resource.id === id,
    );
    expect(events.map(({ event }) => event)).toEqual([
      'tunnel.deleted',
      'tunnel.token_rotated',
      'tunnel.updated',
      'tunnel.created',
    ]);
    expect(events[2]!.changes).toEqual({ disabled: { from: false, to: true } });
    expect(JSON.stringify(body)).not.toContain('stn_');
  });
});

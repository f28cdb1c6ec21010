import assert from 'node:assert/strict';
import { assertKeys, UTC, type Fields, type List } from '../../calls/admin-call.ts';
import { assertError } from '../../http/assert-error.ts';
import { check } from '../../runner/check.ts';
import { TARGET, tunnelCalls, withTunnel, type Tunnel } from '../../calls/tunnel-call.ts';

const FIELDS =
  'id type name description workspace_id allowed_targets auth_mode status connections region created_at updated_at connector_token';
const CERTIFICATE =
  'id type tunnel_id name status serial_number fingerprint_sha256 not_before not_after created_at revoked_at last_used_at certificate_pem ca_certificate_pem private_key_pem';
const NOBODY = `/tnl_${'0'.repeat(26)}`;
const NONE = [404, 'tunnel_not_found', 'tunnel_id'] as const;
const MAX_TUNNELS = 25;

check(
  'TUN-02 TUN-03 TUN-04 TUN-05 TUN-06 TUN-08 TUN-09 TUN-10 TUN-11',
  'a tunnel is created with defaults for omitted fields, and read without its token',
  (deployment) =>
    withTunnel(deployment, {}, async (tunnel) => {
      assertKeys(tunnel, FIELDS);
      assert.match(tunnel.id, /^tnl_[0-9a-z]{26}$/);
      assert.match(tunnel.connector_token, /^stn_[0-9a-f]{64}$/);
      assert.match(String(tunnel['created_at']), UTC);
      const read = await tunnelCalls.call(deployment, ['GET', `/${tunnel.id}`]);
      assert.deepEqual(
        [read['type'], read['description'], read['allowed_targets'], read['auth_mode'], read['status']],
        ['tunnel', null, [TARGET], 'token', 'disconnected'],
      );
      assert.deepEqual(read['connections'], { active: 0, last_seen_at: null });
      assert.deepEqual(read, { ...tunnel, connector_token: null });
      assert.ok((await tunnelCalls.ids(deployment)).includes(tunnel.id));
    }),
);

check('TUN-06 TUN-11', 'a tunnel is changed, disabled, enabled and deleted', (deployment) =>
  withTunnel(deployment, { description: 'first' }, async ({ id }) => {
    for (const change of [
      { description: null },
      { allowed_targets: ['https://10.0.0.1:8443/mcp?a=b', TARGET] },
      { name: `renamed ${id}` },
    ]) {
      const changed = await tunnelCalls.call(deployment, ['PATCH', `/${id}`, change]);
      assertKeys(changed, FIELDS);
      for (const [name, value] of Object.entries(change)) assert.deepEqual(changed[name], value);
    }
    for (const [status, shown] of [
      ['disabled', 'disabled'],
      ['enabled', 'disconnected'],
    ]) {
      const changed = await tunnelCalls.call(deployment, ['PATCH', `/${id}`, { status }]);
      assert.equal(changed['status'], shown);
    }
    assert.deepEqual(await tunnelCalls.call(deployment, ['DELETE', `/${id}`]), {
      id,
      type: 'tunnel',
      deleted: true,
    });
    await tunnelCalls.assertRefused(deployment, ['GET', `/${id}`], NONE);
  }),
);

check('TUN-05 TUN-14', 'a missing or invalid field is refused and named', async (deployment) => {
  const good = { name: 'refused', allowed_targets: [TARGET] };
  const many = Array.from({ length: 21 }, (_, i) => `${TARGET}/${i}`);
  for (const [body, ...refusal] of [
    [{ allowed_targets: [TARGET] }, 400, 'invalid_parameter', 'name'],
    [{ name: 'refused' }, 400, 'invalid_parameter', 'allowed_targets'],
    [{ ...good, name: 'x'.repeat(65) }, 400, 'invalid_parameter', 'name'],
    [{ ...good, allowed_targets: [] }, 400, 'invalid_parameter', 'allowed_targets'],
    [{ ...good, allowed_targets: many }, 400, 'invalid_parameter', 'allowed_targets'],
    [{ ...good, allowed_targets: ['ftp://a/'] }, 400, 'invalid_parameter', 'allowed_targets[0]'],
    [{ ...good, allowed_targets: ['http://u:p@a/'] }, 400, 'invalid_parameter', 'allowed_targets[0]'],
    [{ ...good, allowed_targets: ['http://a/#b'] }, 400, 'invalid_parameter', 'allowed_targets[0]'],
    [{ ...good, auth_mode: 'password' }, 400, 'invalid_parameter', 'auth_mode'],
    [{ ...good, region: 'eu' }, 400, 'read_only_field', 'region'],
    [{ ...good, unknown: 1 }, 400, 'unknown_parameter', 'unknown'],
  ] as const)
    await tunnelCalls.assertRefused(deployment, ['POST', '', body], refusal);
});

check('TUN-01 PBETA-02', 'a private key and the beta flag are required', async (deployment) => {
  const noFlag = await tunnelCalls.ask(deployment, 'GET', '', { headers: { 'svc-beta': '' } });
  assertError(noFlag, { status: 400, code: 'beta_required', param: 'svc-beta' });
  const byAdmin = await tunnelCalls.ask(deployment, 'GET', '', { as: 'admin' });
  assert.equal(byAdmin.status, 403);
  const byPublic = await tunnelCalls.ask(deployment, 'GET', '', { as: 'public' });
  assertError(byPublic, { status: 403, code: 'public_key_rejected' });
});

check('TUN-12 KEY-50 WORK-13', 'an unknown tunnel, or one of another workspace, is not found', (deployment) =>
  withTunnel(deployment, {}, async ({ id }) => {
    for (const [path, as] of [
      [`/${id}`, 'research'],
      [`/${id}`, 'zero_retention'],
      [NOBODY, 'main'],
    ] as const)
      for (const [method, more, body] of [
        ['GET', '', undefined],
        ['PATCH', '', {}],
        ['DELETE', '', undefined],
        ['POST', '/rotate_token', {}],
        ['GET', '/connections', undefined],
        ['POST', '/certificates', {}],
        ['GET', '/certificates', undefined],
      ] as const)
        await tunnelCalls.assertRefused(deployment, [method, path + more, body], NONE, as);
    assert.ok(!(await tunnelCalls.ids(deployment, 'research')).includes(id));
  }),
);

check('TUN-13', `the tunnel after the ${MAX_TUNNELS}th of a workspace is refused`, async (deployment) => {
  // In a workspace where no other check makes one.
  const as = 'research';
  const there = await tunnelCalls.ids(deployment, as);
  const made: string[] = [];
  try {
    while (there.length + made.length < MAX_TUNNELS) {
      const body = { name: `filler ${Date.now()} ${made.length}`, allowed_targets: [TARGET] };
      made.push((await tunnelCalls.call<Tunnel>(deployment, ['POST', '', body], { status: 201, as })).id);
    }
    const body = { name: 'one too many', allowed_targets: [TARGET] };
    await tunnelCalls.assertRefused(deployment, ['POST', '', body], [409, 'tunnel_limit_reached'], as);
  } finally {
    for (const id of made) await tunnelCalls.ask(deployment, 'DELETE', `/${id}`, { as });
  }
});

check('TUN-15 TUN-16 TUN-17', 'a rotation returns a new token and the expiry of the old one', (deployment) =>
  withTunnel(deployment, {}, async ({ id, connector_token: old }) => {
    const path = `/${id}/rotate_token`;
    for (const grace of [-1, 86_401, 1.5])
      await tunnelCalls.assertRefused(
        deployment,
        ['POST', path, { grace_seconds: grace }],
        [400, 'invalid_parameter', 'grace_seconds'],
      );
    assert.equal((await tunnelCalls.ask(deployment, 'POST', path)).status, 400);
    for (const [body, graceS] of [
      [{}, 3600],
      [{ grace_seconds: 0 }, 0],
      [{ grace_seconds: 86_400 }, 86_400],
    ] as const) {
      const rotated = await tunnelCalls.call(deployment, ['POST', path, body]);
      assertKeys(rotated, 'id type connector_token previous_token_expires_at');
      assert.equal(rotated['type'], 'tunnel');
      assert.match(String(rotated['connector_token']), /^stn_[0-9a-f]{64}$/);
      assert.notEqual(rotated['connector_token'], old);
      const endsAtMs = Date.parse(String(rotated['previous_token_expires_at']));
      assert.ok(Math.abs(endsAtMs - deployment.nowMs() - graceS * 1000) < 10_000);
    }
  }),
);

check('TUN-09 TUN-19', 'a tunnel with certificates has no token to rotate', (deployment) =>
  withTunnel(deployment, { auth_mode: 'mtls' }, async ({ id, connector_token: token }) => {
    assert.equal(token, null);
    await tunnelCalls.assertRefused(
      deployment,
      ['POST', `/${id}/rotate_token`, {}],
      [400, 'wrong_auth_mode'],
    );
  }),
);

check('TUN-24 TUN-25 TUN-26', 'certificates are issued, listed, read and revoked', (deployment) =>
  withTunnel(deployment, { auth_mode: 'mtls' }, async ({ id }) => {
    const path = `/${id}/certificates`;
    const issue = { name: 'rack 4', validity_days: 30 };
    const issued = await tunnelCalls.call(deployment, ['POST', path, issue], { status: 201 });
    assertKeys(issued, CERTIFICATE);
    assert.match(String(issued['id']), /^tcert_[0-9a-z]{26}$/);
    for (const [name, kind] of [
      ['certificate_pem', 'CERTIFICATE'],
      ['ca_certificate_pem', 'CERTIFICATE'],
      ['private_key_pem', 'PRIVATE KEY'],
    ] as const)
      assert.match(String(issued[name]), new RegExp(`^-----BEGIN ${kind}-----\\n`));
    const one = `${path}/${String(issued['id'])}`;
    const shown = { ...issued, private_key_pem: null };
    assert.deepEqual(await tunnelCalls.call(deployment, ['GET', one]), shown);
    assert.deepEqual((await tunnelCalls.call<List>(deployment, ['GET', path])).data, [shown]);
    for (let turn = 0; turn < 2; turn++) {
      const revoked: Fields = await tunnelCalls.call(deployment, ['POST', `${one}/revoke`]);
      assert.deepEqual([revoked['status'], typeof revoked['revoked_at']], ['revoked', 'string']);
    }
    await tunnelCalls.assertRefused(
      deployment,
      ['GET', `${path}/tcert_${'0'.repeat(26)}`],
      [404, 'certificate_not_found', 'certificate_id'],
    );
    await tunnelCalls.assertRefused(
      deployment,
      ['POST', path, { csr_pem: 'no request' }],
      [400, 'invalid_parameter', 'csr_pem'],
    );
  }),
);

check('TUN-24', 'a tunnel with a token accepts no certificates', (deployment) =>
  withTunnel(deployment, {}, ({ id }) =>
    tunnelCalls.assertRefused(deployment, ['POST', `/${id}/certificates`, {}], [400, 'wrong_auth_mode']),
  ),
);

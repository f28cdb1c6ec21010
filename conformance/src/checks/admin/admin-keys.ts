import assert from 'node:assert/strict';
import {
  admin,
  askAdmin,
  assertAdminRefused,
  assertKeys,
  newName,
  UTC,
  type Fields,
  type List,
} from '../../calls/admin-call.ts';
import { assertError } from '../../http/assert-error.ts';
import { check } from '../../runner/check.ts';
import { NotRun } from '../../runner/not-run.ts';

const ME = '/v1/organizations/me';
const BETA = { 'svc-beta': 'admin-2026-11-01' };

const bearer = (secret: string): Readonly<Record<string, string>> => ({ authorization: `Bearer ${secret}` });

check(
  'AUTH-06 ADMIN-13 ADMIN-14 ADMIN-16 ADMIN-18 PBETA-02 PBETA-03 PBETA-07',
  'the admin key, the beta flag and the version are required, and checked in this order',
  async (deployment) => {
    const key = bearer(deployment.credential('admin'));
    assertError(await deployment.send(ME), { status: 401, code: 'unauthenticated' });
    assertError(await deployment.send(ME, { headers: bearer(`sk_admin_${'0'.repeat(64)}`) }), {
      status: 401,
      code: 'invalid_api_key',
    });
    assertError(await deployment.send(ME, { headers: bearer(deployment.credential('main')) }), {
      status: 403,
      code: 'admin_key_required',
    });
    assertError(await deployment.send(ME, { headers: key }), {
      status: 400,
      code: 'beta_required',
      param: 'svc-beta',
    });
    assertError(await deployment.send(ME, { headers: { ...key, 'svc-beta': 'x-2020-01-01' } }), {
      status: 400,
      code: 'unknown_beta',
      param: 'svc-beta',
    });
    const old = { ...key, ...BETA, 'svc-version': '1999-01-01' };
    assertError(await deployment.send(ME, { headers: old }), {
      status: 400,
      code: 'invalid_version',
      param: 'svc-version',
    });
    assert.equal((await deployment.send(ME, { headers: { ...key, ...BETA } })).status, 200);
  },
);

check('ADMIN-27', 'an admin key whose owner is not an administrator is refused', async (deployment) => {
  assertError(await askAdmin(deployment, 'GET', '/me', { as: 'admin_ineligible' }), {
    status: 403,
    code: 'admin_key_owner_ineligible',
  });
});

check(
  'ADMIN-29 KEY-67 KEY-78',
  'an admin key with an IP allowlist is refused from other addresses',
  async (deployment) => {
    if (new URL(deployment.baseUrl).hostname !== '127.0.0.1')
      throw new NotRun('needs a service on this machine, given as --base-url http://127.0.0.1:PORT');
    assert.equal((await askAdmin(deployment, 'GET', '/me', { as: 'admin_fenced' })).status, 200);
    const refused = await askAdmin(deployment, 'GET', '/me', {
      as: 'admin_fenced',
      localAddress: '127.0.0.2',
    });
    assert.match(assertError(refused, { status: 403, code: 'ip_not_allowed' }).message, /127\.0\.0\.2/);
  },
);

check(
  'ADMIN-01 ADMIN-02 ADMIN-03 ADMIN-05 ADMIN-08 ADMIN-09',
  'an admin key has the fields of the contract, listed and read',
  async (deployment) => {
    const secret = deployment.credential('admin');
    const { data } = await admin<List>(deployment, 'GET', '/admin_keys?limit=100');
    for (const key of data) {
      assertKeys(key, 'id type name prefix status created_by allowed_ips created_at last_used_at');
      assertKeys(key['created_by'], 'id email role');
      assert.match(String(key['id']), /^adminkey_/);
      assert.equal(key['type'], 'admin_key');
      assert.match(String(key['prefix']), /^sk_admin_/);
      assert.match(String(key['status']), /^(in)?active$/);
      assert.match(String(key['created_at']), UTC);
      const { last_used_at: _, ...again } = await admin(
        deployment,
        'GET',
        `/admin_keys/${String(key['id'])}`,
      );
      assert.deepEqual({ ...again, last_used_at: key['last_used_at'] }, key);
    }
    assert.ok(data.some(({ prefix }) => secret.startsWith(String(prefix))));
  },
);

check(
  'ADMIN-04 ADMIN-10',
  'the name, IP allowlist and status of an admin key can be changed',
  async (deployment) => {
    const { data } = await admin<List>(deployment, 'GET', '/admin_keys?limit=100');
    const key = data.find(
      ({ created_by: creator }) => !/owner|administrator/.test(String((creator as Fields)['role'])),
    );
    if (!key) throw new NotRun('needs an admin key whose owner is no administrator');
    const path = `/admin_keys/${String(key['id'])}`;
    const change = { name: newName(), allowed_ips: ['203.0.113.7'], status: 'inactive' };
    assert.deepEqual(await admin(deployment, 'PATCH', path, change), { ...key, ...change });
    assert.deepEqual(
      await admin(deployment, 'PATCH', path, {
        name: key['name'],
        allowed_ips: key['allowed_ips'],
        status: key['status'],
      }),
      key,
    );
    for (const [body, code, param] of [
      [{ created_by: {} }, 'read_only_field', 'created_by'],
      [{ prefix: 'sk_admin_x' }, 'read_only_field', 'prefix'],
      [{ status: 'revoked' }, 'invalid_parameter', 'status'],
    ] as const)
      await assertAdminRefused(deployment, ['PATCH', path, body], [400, code, param]);
  },
);

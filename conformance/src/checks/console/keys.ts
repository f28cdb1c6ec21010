import assert from 'node:assert/strict';
import { admin, askAdmin, newName, type Fields } from '../../calls/admin-call.ts';
import { assertError } from '../../http/assert-error.ts';
import { check } from '../../runner/check.ts';
import type { Deployment } from '../../deployments/deployment.ts';
import { personOf, type Person } from '../../people/person.ts';
import { ask, PLACES } from '../auth/routes.ts';

type Made = Fields & { readonly id: string; readonly secret: string };

const UNKNOWN = `apikey_${'0'.repeat(26)}`;
const NOT_FOUND = { status: 404, code: 'api_key_not_found' };

/** The developer's first workspace: both may make keys there. */
async function workspaceOf(deployment: Deployment): Promise<string> {
  const [first] = await (await personOf(deployment, 'developer')).workspaces();
  assert.ok(first, 'the developer is a member of a workspace');
  return first.id;
}

/** Lets somebody make a key, which is revoked when `use` is done with it. */
async function withKey(
  deployment: Deployment,
  name: string,
  fields: Fields,
  use: (key: Made, maker: Person) => Promise<void>,
): Promise<void> {
  const maker = await personOf(deployment, name);
  const body = { name: newName(), workspace_id: await workspaceOf(deployment), ...fields };
  const key = await maker.change<Made>('POST', '/api_keys', body, 201);
  try {
    await use(key, maker);
  } finally {
    await maker.change('POST', `/api_keys/${key.id}/revoke`);
  }
}

const statusOf = async (
  deployment: Deployment,
  secret: string,
  origin = 'https://app.test',
): Promise<number> => (await ask(deployment, 'models', { authorization: `Bearer ${secret}`, origin })).status;

const seenBy = async (person: Person, id: string): Promise<boolean> =>
  (await person.get<{ data: Fields[] }>('/api_keys?limit=100')).data.some((key) => key['id'] === id);

check(
  'CONS-01 CONS-08 CONS-10 CONS-19',
  'a key created in the Console is shown once, works, and is listed by both the Console and the Admin API',
  (deployment) =>
    withKey(deployment, 'developer', {}, async ({ secret, ...key }, developer) => {
      assert.match(secret, /^sk_live_[0-9a-f]{64}$/);
      assert.deepEqual([key['prefix'], key['hint']], [secret.slice(0, 12), secret.slice(-4)]);
      assert.equal(await statusOf(deployment, secret), 200);
      const own = await developer.ask('GET', `/api_keys/${key.id}`);
      assert.ok(!own.text.includes(secret.slice(8)), 'CONS-08 the secret is not shown again');
      const theirs = await admin(deployment, 'GET', `/api_keys/${key.id}`);
      for (const read of [own.json(), theirs])
        assert.deepEqual({ ...read, last_used_at: null, last_used_ip: null, use_count: 0 }, key);
    }),
);

check('CONS-08', 'the response with the secret is not cached', async (deployment) => {
  const person = await personOf(deployment, 'developer');
  const response = await person.ask('POST', '/api_keys', {
    name: newName(),
    workspace_id: await workspaceOf(deployment),
  });
  assert.deepEqual([response.status, response.headers['cache-control']], [201, 'no-store']);
  await person.change('POST', `/api_keys/${response.json<Made>().id}/revoke`);
});

check('CONS-01 CONS-02', 'the Admin API cannot create or revoke keys', async (deployment) => {
  assertError(await askAdmin(deployment, 'POST', '/api_keys', { body: { name: 'x' } }), {
    status: 405,
    code: 'method_not_allowed',
  });
  await withKey(deployment, 'developer', {}, async ({ id, secret }) => {
    assertError(await askAdmin(deployment, 'DELETE', `/api_keys/${id}`), {
      status: 405,
      code: 'method_not_allowed',
    });
    const { status } = await askAdmin(deployment, 'POST', `/api_keys/${id}/revoke`, { body: {} });
    assert.ok(status === 404 || status === 405, `${status}`);
    assert.equal(await statusOf(deployment, secret), 200);
  });
});

for (const [rule, what, fields, param] of [
  ['CONS-07', 'no name', { name: undefined }, 'name'],
  ['CONS-07', 'an empty name', { name: '' }, 'name'],
  ['CONS-07', 'a name of 101 characters', { name: 'x'.repeat(101) }, 'name'],
  [
    'CONS-16',
    'an invalid origin',
    { allowed_origins: ['https://a.test', 'what is this'] },
    'allowed_origins[1]',
  ],
  ['D-CONS-10', 'an invalid address', { allowed_ips: ['300.0.0.1'] }, 'allowed_ips[0]'],
  ['D-CONS-10', 'an unknown kind', { kind: 'admin' }, 'kind'],
  ['D-CONS-10', 'an expiry in the past', { expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
] as const) {
  check(rule, `no key is created with ${what}`, async (deployment) => {
    const body = { name: newName(), workspace_id: await workspaceOf(deployment), ...fields };
    const response = await (await personOf(deployment, 'developer')).ask('POST', '/api_keys', body);
    assertError(response, { status: 400, code: 'invalid_parameter', param });
  });
}

check('CONS-16', 'an origin is normalized like in PATCH', (deployment) =>
  withKey(
    deployment,
    'developer',
    { allowed_origins: ['https://App.Test:443/page?x', 'bare.test'] },
    async (key) => {
      assert.deepEqual(key['allowed_origins'], ['https://app.test', 'https://bare.test']);
      const patched = await admin(deployment, 'PATCH', `/api_keys/${key.id}`, {
        allowed_origins: ['https://App.Test:443/page?x', 'bare.test'],
      });
      assert.deepEqual(patched['allowed_origins'], key['allowed_origins']);
    },
  ),
);

check(
  'CONS-02 CONS-12 KEY-43',
  'a key revoked in the Console is refused for good, from the next request on',
  (deployment) =>
    withKey(deployment, 'developer', {}, async ({ id, secret }, developer) => {
      assert.equal(await statusOf(deployment, secret), 200);
      await developer.change('POST', `/api_keys/${id}/revoke`);
      for (const place of PLACES)
        assertError(await ask(deployment, place, { authorization: `Bearer ${secret}` }), {
          status: 401,
          code: 'revoked_api_key',
        });
      assertError(await developer.ask('PATCH', `/api_keys/${id}`, { status: 'active' }), {
        status: 409,
        code: 'key_revoked',
      });
    }),
);

check('CONS-11 CONS-12', 'an owner sees all keys, a developer only their own', (deployment) =>
  withKey(deployment, 'owner', {}, (ofOwner, owner) =>
    withKey(deployment, 'developer', {}, async (ofDeveloper, developer) => {
      assert.deepEqual([await seenBy(owner, ofOwner.id), await seenBy(owner, ofDeveloper.id)], [true, true]);
      assert.deepEqual(
        [await seenBy(developer, ofOwner.id), await seenBy(developer, ofDeveloper.id)],
        [false, true],
      );
    }),
  ),
);

check('CONS-11', 'an owner can revoke a key that somebody else created', (deployment) =>
  withKey(deployment, 'developer', {}, async ({ id, secret }) => {
    await (await personOf(deployment, 'owner')).change('POST', `/api_keys/${id}/revoke`);
    assert.equal(await statusOf(deployment, secret), 401);
  }),
);

check('CONS-13 D-CONS-4', 'a key of somebody else is not found by a developer', (deployment) =>
  withKey(deployment, 'owner', {}, async ({ id: external, secret }) => {
    const developer = await personOf(deployment, 'developer');
    const refusals = new Set<string>();
    for (const id of [external, UNKNOWN]) {
      for (const [method, path, body] of [
        ['GET', '', undefined],
        ['PATCH', '', { name: 'mine' }],
        ['POST', '/revoke', undefined],
        ['POST', '/rotate', {}],
      ] as const) {
        const response = await developer.ask(method, `/api_keys/${id}${path}`, body);
        const error = assertError(response, NOT_FOUND);
        refusals.add(JSON.stringify([{ ...error, request_id: '' }, Object.keys(response.headers)]));
      }
    }
    assert.equal(refusals.size, 1);
    assert.equal(await statusOf(deployment, secret), 200);
  }),
);

check('CONS-10', 'a plain member can neither create nor see keys', async (deployment) => {
  const member = await personOf(deployment, 'plain_member');
  const body = { name: newName(), workspace_id: await workspaceOf(deployment) };
  assertError(await member.ask('POST', '/api_keys', body), { status: 403, code: 'role_required' });
  assertError(await member.ask('GET', '/api_keys'), { status: 403, code: 'role_required' });
});

check(
  'CONS-14',
  'a replacement key has the settings of the old one, and both work until the old one is revoked',
  (deployment) =>
    withKey(
      deployment,
      'developer',
      { kind: 'svc_code', allowed_origins: ['https://app.test'] },
      async (old, developer) => {
        const next = await developer.change<Made>('POST', `/api_keys/${old.id}/rotate`, {}, 201);
        try {
          for (const field of ['kind', 'workspace_id', 'allowed_origins', 'expires_at', 'status'])
            assert.deepEqual(next[field], old[field], field);
          assert.notEqual(next.secret, old.secret);
          assert.equal(await statusOf(deployment, next.secret, 'https://other.test'), 403);
          assert.deepEqual(
            [await statusOf(deployment, old.secret), await statusOf(deployment, next.secret)],
            [200, 200],
          );
          await developer.change('POST', `/api_keys/${old.id}/revoke`);
          assert.deepEqual(
            [await statusOf(deployment, old.secret), await statusOf(deployment, next.secret)],
            [401, 200],
          );
        } finally {
          await developer.change('POST', `/api_keys/${next.id}/revoke`);
        }
      },
    ),
);

check('CONS-18', 'owners can edit the IP allowlist of a workspace, developers cannot', async (deployment) => {
  const owner = await personOf(deployment, 'owner');
  const workspace = await owner.change<Fields>('POST', '/workspaces', { name: newName() }, 201);
  const path = `/workspaces/${String(workspace['id'])}`;
  assert.deepEqual(
    (await owner.change<Fields>('PATCH', path, { allowed_ips: ['10.1.2.3/8'] }))['allowed_ips'],
    ['10.0.0.0/8'],
  );
  const own = `/workspaces/${await workspaceOf(deployment)}`;
  assertError(await (await personOf(deployment, 'developer')).ask('PATCH', own, { allowed_ips: [] }), {
    status: 403,
    code: 'role_required',
  });
  await owner.change('POST', `${path}/archive`);
});

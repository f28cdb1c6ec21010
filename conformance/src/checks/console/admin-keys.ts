import assert from 'node:assert/strict';
import { askAdmin, newName, type Fields } from '../../calls/admin-call.ts';
import { assertError } from '../../http/assert-error.ts';
import { check } from '../../runner/check.ts';
import type { Deployment } from '../../deployments/deployment.ts';
import { personOf, type Person } from '../../people/person.ts';

type Made = Fields & { readonly id: string; readonly secret: string };

const REJECTED = { status: 403, code: 'second_factor_rejected', param: 'totp' };

/** The owner, who has an authenticator app for as long as `work` runs. */
async function withOwner(deployment: Deployment, work: (owner: Person) => Promise<void>): Promise<void> {
  const owner = await personOf(deployment, 'owner');
  await owner.withAuthenticator(deployment.account('owner').password, () => work(owner));
}

const create = (person: Person, totp: string, fields: Fields = {}) =>
  person.ask('POST', '/admin_keys', { name: newName(), totp, ...fields });

const responseTo = (deployment: Deployment, secret: string) =>
  deployment.send('/v1/organizations/me', {
    headers: { authorization: `Bearer ${secret}`, 'svc-beta': 'admin-2026-11-01' },
  });

check(
  'CONS-03 CONS-04 CONS-05 CONS-08',
  'an admin key is created and revoked with fresh one-time codes, and shown once',
  (deployment) =>
    withOwner(deployment, async (owner) => {
      const response = await create(owner, await owner.freshCode());
      assert.deepEqual(
        [response.status, response.headers['cache-control']],
        [201, 'no-store'],
        response.text,
      );
      const { secret, ...key } = response.json<Made>();
      assert.match(secret, /^sk_admin_[0-9a-f]{64}$/);
      assert.equal((await responseTo(deployment, secret)).status, 200);
      assert.deepEqual(
        { ...(await owner.get<Fields>(`/admin_keys/${key.id}`)), last_used_at: key['last_used_at'] },
        key,
      );
      assertError(await owner.ask('POST', `/admin_keys/${key.id}/revoke`, { totp: '000000' }), REJECTED);
      assert.equal((await responseTo(deployment, secret)).status, 200);
      await owner.change('POST', `/admin_keys/${key.id}/revoke`, { totp: await owner.freshCode() });
      assertError(await responseTo(deployment, secret), { status: 401, code: 'revoked_api_key' });
    }),
);

check(
  'CONS-05 CONS-06 D-CONS-2',
  'a one-time code creates one admin key, with its IP allowlist; without a code none is created',
  (deployment) =>
    withOwner(deployment, async (owner) => {
      const keys = async (): Promise<number> =>
        (await owner.get<{ data: Fields[] }>('/admin_keys?limit=100')).data.length;
      const before = await keys();
      const code = await owner.freshCode();
      const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
      assertError(await owner.ask('POST', '/admin_keys', { name: newName() }), {
        status: 400,
        code: 'invalid_parameter',
        param: 'totp',
      });
      assertError(await create(owner, wrong), REJECTED);
      assert.equal(await keys(), before);
      const made = (await create(owner, code, { allowed_ips: ['203.0.113.7'] })).json<Made>();
      assert.deepEqual(made['allowed_ips'], ['203.0.113.7']);
      assertError(await responseTo(deployment, made.secret), { status: 403, code: 'ip_not_allowed' });
      assertError(await create(owner, code), REJECTED);
      assert.equal(await keys(), before + 1);
      await owner.change('POST', `/admin_keys/${made.id}/revoke`, { totp: await owner.freshCode() });
    }),
);

check('CONS-03', 'the Admin API cannot create admin keys', async (deployment) => {
  const response = await askAdmin(deployment, 'POST', '/admin_keys', { body: { name: 'x', totp: '000000' } });
  assertError(response, { status: 405, code: 'method_not_allowed' });
});

for (const name of ['developer', 'plain_member']) {
  check(
    'CONS-03',
    `a ${name.replace('_', ' ')} cannot create admin keys, and is not asked for a code`,
    async (deployment) => {
      const person = await personOf(deployment, name);
      for (const response of [await create(person, '000000'), await person.ask('GET', '/admin_keys')])
        assertError(response, { status: 403, code: 'role_required' });
    },
  );
}

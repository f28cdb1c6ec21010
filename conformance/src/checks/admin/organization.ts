import assert from 'node:assert/strict';
import {
  admin,
  askAdmin,
  assertAdminRefused,
  assertKeys,
  keyOf,
  listAll,
  newName,
  type Fields,
  type List,
} from '../../calls/admin-call.ts';
import { assertError } from '../../http/assert-error.ts';
import { chat } from '../../calls/chat-call.ts';
import { check } from '../../runner/check.ts';
import type { Deployment } from '../../deployments/deployment.ts';

const bearer = (secret: string): Readonly<Record<string, string>> => ({ authorization: `Bearer ${secret}` });

check(
  'PBETA-09',
  'a missing, unknown, revoked or expired key gets 401 on a preview route',
  async (deployment) => {
    const ask = (headers: Readonly<Record<string, string>>) =>
      deployment.send('/v1/messages', { method: 'POST', headers });
    assertError(await ask({}), { status: 401, code: 'unauthenticated' });
    assertError(await ask(bearer(`sk_live_${'0'.repeat(64)}`)), { status: 401, code: 'invalid_api_key' });
    for (const name of ['revoked', 'expired'])
      assertError(await ask(bearer(deployment.credential(name))), { status: 401, code: `${name}_api_key` });
  },
);

check(
  'ADMIN-32 ADMIN-33',
  'the organization is read and renamed; unknown settings are refused',
  async (deployment) => {
    const before = await admin(deployment, 'GET', '/me');
    assertKeys(
      before,
      'id type name plan zero_data_retention data_regions primary_owner_id mcp_policy allowed_email_domains sso code_telemetry created_at',
    );
    assert.match(String(before['id']), /^org_/);
    assert.deepEqual(before['sso'], { enabled: false, required: false, connection_ids: [] });
    assert.deepEqual(await admin(deployment, 'PATCH', '/me', { name: 'Renamed' }), {
      ...before,
      name: 'Renamed',
    });
    assert.deepEqual(await admin(deployment, 'PATCH', '/me', { name: before['name'] }), before);
    await assertAdminRefused(
      deployment,
      ['PATCH', '/me', { plan: 'free' }],
      [400, 'read_only_field', 'plan'],
    );
  },
);

check(
  'ADMIN-34 D-ADM-2',
  'members are listed, filtered and read; the primary owner cannot be removed',
  async (deployment) => {
    const { data } = await admin<List>(deployment, 'GET', '/users?role=primary_owner');
    const [owner] = data;
    assertKeys(
      owner,
      'id type email name role status second_factor directory_managed added_at last_active_at',
    );
    assert.deepEqual(await admin(deployment, 'GET', `/users/${String(owner?.['id'])}`), owner);
    assert.deepEqual(
      (
        await admin<List>(
          deployment,
          'GET',
          `/users?email=${encodeURIComponent(String(owner?.['email']).toUpperCase())}`,
        )
      ).data,
      data,
    );
    const path = `/users/${String(owner?.['id'])}`;
    await assertAdminRefused(deployment, ['PATCH', path, { role: 'member' }], [409, 'resource_conflict']);
    await assertAdminRefused(deployment, ['DELETE', path], [409, 'resource_conflict']);
    await assertAdminRefused(deployment, ['GET', `/users/user_${'0'.repeat(26)}`], [404, 'user_not_found']);
  },
);

check(
  'ADMIN-35 D-ADM-3',
  'an invite is created, read and withdrawn once, and never shows its link',
  async (deployment) => {
    const email = `${newName().replaceAll(' ', '-')}@acme.test`;
    const made = await admin(deployment, 'POST', '/invites', { email, role: 'member' }, 201);
    assertKeys(made, 'id type email role workspaces status invited_by invited_at expires_at accepted_at');
    assert.deepEqual([made['status'], made['workspaces'], made['accepted_at']], ['pending', [], null]);
    assert.equal(
      Date.parse(String(made['expires_at'])) - Date.parse(String(made['invited_at'])),
      21 * 86_400_000,
    );
    assert.deepEqual(await admin(deployment, 'GET', `/invites/${String(made['id'])}`), made);
    await assertAdminRefused(
      deployment,
      ['POST', '/invites', { email: email.toUpperCase(), role: 'member' }],
      [409, 'resource_conflict'],
    );
    assert.deepEqual(await admin(deployment, 'DELETE', `/invites/${String(made['id'])}`), {
      id: made['id'],
      type: 'invite',
      deleted: true,
    });
    await assertAdminRefused(
      deployment,
      ['DELETE', `/invites/${String(made['id'])}`],
      [409, 'resource_conflict'],
    );
  },
);

async function eventOf(deployment: Deployment, requestId: unknown): Promise<Fields | undefined> {
  return (await listAll(deployment, '/audit_events?event=admin_api.request')).find(
    (event) => event['request_id'] === requestId,
  );
}

check(
  'ADMIN-39 ADMIN-44 ADMIN-45',
  'every request is in the audit log with actor, action and outcome; of its URL only the path is logged',
  async (deployment) => {
    const starting = new Date(deployment.nowMs() - 1000).toISOString();
    for (const [path, status] of [
      ['/me?x=secret', 200],
      ['/api_keys/apikey_none', 404],
    ] as const) {
      const response = await askAdmin(deployment, 'GET', path);
      assert.equal(response.status, status);
      const event = await eventOf(deployment, response.headers['x-request-id']);
      assert.ok(event, 'the request is in the log');
      assertKeys(
        event,
        'id type event created_at actor resource workspace_id ip_address user_agent request_id changes details',
      );
      assert.deepEqual(event['details'], {
        method: 'GET',
        path: `/v1/organizations${path.split('?')[0]}`,
        status,
      });
      assert.equal((event['actor'] as Fields)['type'], 'admin_key');
      assert.match(String(event['ip_address']), /[0-9a-f.:]+/);
    }
    const since = await listAll(deployment, `/audit_events?starting_at=${starting}`);
    assert.ok(
      since.length > 0 &&
        since.every((event) => Date.parse(String(event['created_at'])) >= Date.parse(starting) - 1000),
    );
  },
);

check('ADMIN-43', 'routes of the organization do not exist under a workspace', async (deployment) => {
  const key = await keyOf(deployment, 'administered');
  for (const part of [
    'me',
    'plan',
    'billing',
    'wallet',
    'admin_keys',
    'users',
    'invites',
    'spend_limits',
    'tier',
    'audit_events',
    'sso',
    'scim',
  ])
    await assertAdminRefused(
      deployment,
      ['GET', `/workspaces/${String(key['workspace_id'])}/${part}`],
      [404, 'not_found'],
    );
});

check(
  'ADMIN-36 ADMIN-42',
  'usage is reported within five minutes, by workspace and key',
  async (deployment) => {
    const { id, workspace_id: workspace } = await keyOf(deployment, 'administered');
    const day = `${new Date(deployment.nowMs()).toISOString().slice(0, 10)}T00:00:00Z`;
    const groups = 'group_by[]=workspace_id&group_by[]=api_key_id&group_by[]=model';
    const read = async (): Promise<Fields[]> => {
      const report = await admin<{ data: { results: Fields[] }[] }>(
        deployment,
        'GET',
        `/usage_report/messages?starting_at=${day}&api_key_ids[]=${id}&${groups}`,
      );
      return report.data.flatMap(({ results }) => results);
    };
    const count = (rows: readonly Fields[]): number =>
      rows.reduce((sum, { requests }) => sum + Number(requests), 0);
    // Calls of other checks with this key may be on their way.
    let before = -1;
    for (let seen = count(await read()); seen !== before; seen = count(await read())) {
      before = seen;
      await new Promise((resolve) => setTimeout(resolve, 2000));
    }
    assert.equal((await chat(deployment, {}, { as: 'administered' })).status, 200);
    const until = performance.now() + 20_000;
    let after = await read();
    while (count(after) === before && performance.now() < until) {
      await new Promise((resolve) => setTimeout(resolve, 250));
      after = await read();
    }
    assert.equal(count(after), before + 1);
    for (const row of after)
      assert.deepEqual(
        [row['workspace_id'], row['api_key_id'], row['endpoint'], row['service_tier']],
        [workspace, id, null, null],
      );
  },
);

check(
  'WORK-14 ADMIN-37',
  'the cost of a day is reported with its currency, and a workspace itself costs nothing',
  async (deployment) => {
    const day = `${new Date(deployment.nowMs()).toISOString().slice(0, 10)}T00:00:00Z`;
    const cost = () =>
      admin<{ data: { results: Fields[] }[] }>(
        deployment,
        'GET',
        `/cost_report?starting_at=${day}&group_by[]=workspace_id`,
      );
    const workspace = await admin(deployment, 'POST', '/workspaces', { name: newName() }, 201);
    await admin(deployment, 'POST', `/workspaces/${String(workspace['id'])}/archive`);
    const rows = (await cost()).data.flatMap(({ results }) => results);
    assert.ok(rows.every((row) => row['workspace_id'] !== workspace['id'] && row['currency'] === 'USD'));
  },
);

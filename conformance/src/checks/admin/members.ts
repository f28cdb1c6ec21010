import assert from 'node:assert/strict';
import {
  admin,
  assertAdminRefused,
  assertKeys,
  keyOf,
  listAll,
  newName,
  UTC,
  type Fields,
} from '../../calls/admin-call.ts';
import { assertError } from '../../http/assert-error.ts';
import { check } from '../../runner/check.ts';
import type { Deployment } from '../../deployments/deployment.ts';
import { askAs } from '../auth/routes.ts';

const NOBODY = `user_${'0'.repeat(26)}`;

async function creatorOf(
  deployment: Deployment,
  name: string,
): Promise<{ readonly user: string; readonly members: string }> {
  const key = await keyOf(deployment, name);
  return {
    user: String((key['created_by'] as Fields)['id']),
    members: `/workspaces/${String(key['workspace_id'])}/members`,
  };
}

check(
  'WORK-34 WORK-35 WORK-40 WORK-41 WORK-42 WORK-43',
  'a member is added, listed, read, changed to another role and removed',
  async (deployment) => {
    const workspace = await admin(deployment, 'POST', '/workspaces', { name: newName() }, 201);
    const members = `/workspaces/${String(workspace['id'])}/members`;
    const { user } = await creatorOf(deployment, 'administered');
    const added = await admin(deployment, 'POST', members, { user_id: user, role: 'workspace_user' }, 201);
    assertKeys(added, 'type workspace_id user_id role added_at');
    assert.match(String(added['added_at']), UTC);
    assert.deepEqual(
      { ...added, added_at: '' },
      {
        type: 'workspace_member',
        workspace_id: workspace['id'],
        user_id: user,
        role: 'workspace_user',
        added_at: '',
      },
    );
    assert.deepEqual(await admin(deployment, 'GET', `${members}/${user}`), added);
    assert.deepEqual((await admin<{ data: Fields[] }>(deployment, 'GET', members)).data, [added]);
    await assertAdminRefused(
      deployment,
      ['POST', members, { user_id: user, role: 'workspace_user' }],
      [409, 'resource_conflict'],
    );
    for (const role of ['workspace_developer', 'workspace_admin'])
      assert.deepEqual(await admin(deployment, 'PATCH', `${members}/${user}`, { role }), { ...added, role });
    for (const role of ['owner', 'nobody'])
      await assertAdminRefused(
        deployment,
        ['PATCH', `${members}/${user}`, { role }],
        [400, 'invalid_parameter', 'role'],
      );
    const removed = { type: 'workspace_member', workspace_id: workspace['id'], user_id: user, deleted: true };
    assert.deepEqual(await admin(deployment, 'DELETE', `${members}/${user}`), removed);
    await admin(deployment, 'POST', `/workspaces/${String(workspace['id'])}/archive`);
  },
);

check('WORK-45', 'a person who is not a member is not found', async (deployment) => {
  const { members } = await creatorOf(deployment, 'administered');
  for (const call of [
    ['POST', members, { user_id: NOBODY, role: 'workspace_user' }],
    ['GET', `${members}/${NOBODY}`],
    ['PATCH', `${members}/${NOBODY}`, { role: 'workspace_user' }],
    ['DELETE', `${members}/${NOBODY}`],
  ] as const)
    await assertAdminRefused(deployment, call, [404, 'user_not_found']);
});

check(
  'WORK-44 D-WORK-5',
  'keys of a removed member stop working in that workspace, and work again once the member is added back',
  async (deployment) => {
    const { user, members } = await creatorOf(deployment, 'administered');
    const { role } = await admin(deployment, 'GET', `${members}/${user}`);
    await admin(deployment, 'DELETE', `${members}/${user}`);
    try {
      assertError(await askAs(deployment, 'models', 'administered'), {
        status: 403,
        code: 'org_membership_required',
      });
      assert.equal((await keyOf(deployment, 'administered'))['status'], 'active');
    } finally {
      await admin(deployment, 'POST', members, { user_id: user, role }, 201);
    }
    assert.equal((await askAs(deployment, 'models', 'administered')).status, 200);
  },
);

check('WORK-39', 'owners can use a workspace without being members of it', async (deployment) => {
  const { user, members } = await creatorOf(deployment, 'main');
  assert.match(String((await admin(deployment, 'GET', `/users/${user}`))['role']), /owner$/);
  assert.ok(!(await listAll(deployment, `${members}?x=1`)).some((member) => member['user_id'] === user));
  assert.equal((await askAs(deployment, 'models', 'main')).status, 200);
});

check('WORK-46', 'every member of the organization may be added to a workspace', async (deployment) => {
  const workspace = await admin(deployment, 'POST', '/workspaces', { name: newName() }, 201);
  const path = `/workspaces/${String(workspace['id'])}`;
  const people = await listAll(deployment, '/users');
  for (const { id } of people)
    await admin(deployment, 'POST', `${path}/members`, { user_id: id, role: 'workspace_user' }, 201);
  const { data } = await admin<{ data: Fields[] }>(deployment, 'GET', `${path}/members?limit=100`);
  assert.equal(data.length, Math.min(people.length, 100));
  await admin(deployment, 'POST', `${path}/archive`);
});

import assert from 'node:assert/strict';
import {
  admin,
  assertAdminRefused,
  assertKeys,
  askAdmin,
  keyOf,
  listAll,
  newName,
  UTC,
  type Fields,
} from '../../calls/admin-call.ts';
import { assertError } from '../../http/assert-error.ts';
import { check } from '../../runner/check.ts';
import type { Deployment } from '../../deployments/deployment.ts';
import { askAs, PLACES } from '../auth/routes.ts';

const PATH = '/workspaces';
const FIELDS =
  'id type name description is_default data_region allowed_ips spend_limit_usd rate_limits archived_at created_at';
const NOBODY = `wrkspc_${'0'.repeat(26)}`;

interface Workspace extends Fields {
  readonly id: string;
  readonly name: string;
}

/** A new workspace for as long as `work` runs; afterwards it is archived, which is as gone as it can be. */
async function withWorkspace(
  deployment: Deployment,
  fields: Fields,
  work: (workspace: Workspace) => Promise<void>,
): Promise<void> {
  const workspace = await admin<Workspace>(deployment, 'POST', PATH, { name: newName(), ...fields }, 201);
  try {
    await work(workspace);
  } finally {
    await admin(deployment, 'POST', `${PATH}/${workspace.id}/archive`);
  }
}

async function administered(deployment: Deployment): Promise<string> {
  const key = await keyOf(deployment, 'administered');
  return `${PATH}/${String(key['workspace_id'])}`;
}

check(
  'WORK-01 WORK-08 WORK-12 WORK-15 WORK-18',
  'a workspace is created with defaults for omitted fields, and read',
  (deployment) =>
    withWorkspace(deployment, {}, async (workspace) => {
      assertKeys(workspace, FIELDS);
      assert.match(workspace.id, /^wrkspc_[0-9a-z]{26}$/);
      const { id: _, name: __, created_at: createdAt, ...rest } = workspace;
      assert.match(String(createdAt), UTC);
      assert.deepEqual(rest, {
        type: 'workspace',
        description: '',
        is_default: false,
        data_region: 'us',
        allowed_ips: [],
        spend_limit_usd: null,
        rate_limits: [],
        archived_at: null,
      });
      assert.deepEqual(await admin(deployment, 'GET', `${PATH}/${workspace.id}`), workspace);
    }),
);

check('WORK-15 WORK-02 WORK-04', 'every setting is accepted up to its maximum length', async (deployment) => {
  const settings = { description: 'x'.repeat(200), allowed_ips: ['203.0.113.7'] };
  await withWorkspace(deployment, { ...settings, name: newName().padEnd(40, 'x') }, (workspace) => {
    assert.deepEqual(
      [workspace['description'], workspace['allowed_ips'], workspace.name.length],
      [settings.description, settings.allowed_ips, 40],
    );
    return Promise.resolve();
  });
});

check('WORK-02 WORK-04 WORK-20 WORK-21 WORK-15', 'an invalid setting is refused', async (deployment) => {
  for (const [body, code, param] of [
    [{}, 'invalid_parameter', 'name'],
    [{ name: '' }, 'invalid_name', 'name'],
    [{ name: 'x'.repeat(41) }, 'invalid_name', 'name'],
    [{ name: 'bell\u0007' }, 'invalid_name', 'name'],
    [{ name: 'a/b' }, 'invalid_name', 'name'],
    [{ name: newName(), description: 'x'.repeat(201) }, 'invalid_parameter', 'description'],
    [{ name: newName(), data_region: 'mars' }, 'unknown_region', 'data_region'],
    [{ name: newName(), allowed_ips: ['nowhere'] }, 'invalid_parameter', 'allowed_ips[0]'],
    [{ name: newName(), rate_limits: [] }, 'read_only_field', 'rate_limits'],
  ] as const)
    await assertAdminRefused(deployment, ['POST', PATH, body], [400, code, param]);
});

check('WORK-03 WORK-22', 'names are unique regardless of case, on create and on rename', (deployment) =>
  withWorkspace(deployment, {}, async ({ id, name }) => {
    await assertAdminRefused(
      deployment,
      ['POST', PATH, { name: name.toUpperCase() }],
      [409, 'name_taken', 'name'],
    );
    await withWorkspace(deployment, {}, (other) =>
      assertAdminRefused(deployment, ['PATCH', `${PATH}/${other.id}`, { name }], [409, 'name_taken', 'name']),
    );
    assert.equal(
      (await admin(deployment, 'PATCH', `${PATH}/${id}`, { name }))['name'],
      name,
      'its own name is free for it',
    );
  }),
);

check(
  'WORK-05 WORK-06 WORK-07 WORK-33',
  'there is one default workspace, named Default, which cannot be archived',
  async (deployment) => {
    const defaults = (await listAll(deployment, PATH)).filter((workspace) => workspace['is_default']);
    assert.deepEqual(
      defaults.map(({ name }) => name),
      ['Default'],
    );
    const path = `${PATH}/${String(defaults[0]?.['id'])}`;
    await assertAdminRefused(deployment, ['POST', `${path}/archive`], [409, 'default_workspace']);
    assert.equal((await admin(deployment, 'GET', path))['archived_at'], null);
  },
);

check(
  'WORK-16 IDEM-01 IDEM-03 IDEM-04 IDEM-06',
  'a retry with the same idempotency key gets the first response and creates nothing',
  async (deployment) => {
    const body = { name: newName() };
    const create = (sent: Fields) =>
      askAdmin(deployment, 'POST', PATH, { body: sent, headers: { 'idempotency-key': body.name } });
    const [first, second] = [await create(body), await create(body)];
    assert.deepEqual([first.status, second.status, second.text], [201, 201, first.text]);
    assert.equal(second.headers['idempotent-replayed'], 'true');
    assertError(await create({ name: newName() }), {
      status: 409,
      code: 'idempotency_key_reused',
      param: 'Idempotency-Key',
    });
    assert.equal((await listAll(deployment, PATH)).filter(({ name }) => name === body.name).length, 1);
    await admin(deployment, 'POST', `${PATH}/${String(first.json()['id'])}/archive`);
  },
);

check('IDEM-02', 'an idempotency key has 1 to 255 characters', async (deployment) => {
  for (const key of ['', 'k'.repeat(256)]) {
    const response = await askAdmin(deployment, 'POST', PATH, {
      body: { name: newName() },
      headers: { 'idempotency-key': key },
    });
    assertError(response, { status: 400, code: 'invalid_parameter', param: 'Idempotency-Key' });
  }
});

check('WORK-19', 'an update returns the workspace; omitted fields keep their values', (deployment) =>
  withWorkspace(deployment, { description: 'before' }, async (workspace) => {
    const change = { name: newName(), allowed_ips: ['203.0.113.0/24'], spend_limit_usd: '12.50' };
    assert.deepEqual(await admin(deployment, 'PATCH', `${PATH}/${workspace.id}`, change), {
      ...workspace,
      ...change,
    });
    assert.deepEqual(await admin(deployment, 'GET', `${PATH}/${workspace.id}`), { ...workspace, ...change });
  }),
);

check('WORK-26 RATE-20', 'an unknown workspace is not found, on every route', async (deployment) => {
  const one = `${PATH}/${NOBODY}`;
  const user = `user_${'0'.repeat(26)}`;
  for (const call of [
    ['GET', one],
    ['PATCH', one, { name: 'x' }],
    ['POST', `${one}/archive`],
    ['POST', `${one}/unarchive`],
    ['GET', `${one}/members`],
    ['POST', `${one}/members`, { user_id: user, role: 'workspace_user' }],
    ['GET', `${one}/members/${user}`],
    ['PATCH', `${one}/members/${user}`, { role: 'workspace_user' }],
    ['DELETE', `${one}/members/${user}`],
    ['GET', `${one}/rate_limits`],
    ['PUT', `${one}/rate_limits`, { overrides: [] }],
    ['DELETE', `${one}/rate_limits`],
  ] as const)
    await assertAdminRefused(deployment, call, [404, 'workspace_not_found']);
});

check(
  'WORK-12 WORK-17 WORK-27 WORK-28 WORK-31 WORK-32 ADMIN-47',
  'keys of an archived workspace stop working and its name stays reserved; restoring it undoes both',
  async (deployment) => {
    const path = await administered(deployment);
    const before = await admin<Workspace>(deployment, 'GET', path);
    const listed = async (query = ''): Promise<boolean> =>
      (await listAll(deployment, PATH + query)).some(({ id }) => id === before.id);
    assert.match(String((await admin(deployment, 'POST', `${path}/archive`))['archived_at']), UTC);
    try {
      for (const place of PLACES)
        assertError(await askAs(deployment, place, 'administered'), {
          status: 403,
          code: 'workspace_archived',
        });
      assert.deepEqual([await listed(), await listed('?include_archived=true')], [false, true]);
      await assertAdminRefused(
        deployment,
        ['POST', PATH, { name: before.name }],
        [409, 'name_taken', 'name'],
      );
      await assertAdminRefused(deployment, ['PATCH', path, { name: newName() }], [409, 'resource_conflict']);
      const [event] = await listAll(
        deployment,
        `/audit_events?event=workspace.archived&resource_id=${before.id}`,
      );
      assert.equal(event?.['workspace_id'], before.id);
    } finally {
      assert.deepEqual(await admin(deployment, 'POST', `${path}/unarchive`), before);
    }
    assert.equal((await askAs(deployment, 'models', 'administered')).status, 200);
  },
);

check(
  'WORK-09 KEY-66 KEY-68',
  'the IP allowlist of a workspace applies to its own keys only, from the next call on',
  async (deployment) => {
    const path = await administered(deployment);
    await admin(deployment, 'PATCH', path, { allowed_ips: ['203.0.113.7'] });
    try {
      assertError(await askAs(deployment, 'models', 'administered'), { status: 403, code: 'ip_not_allowed' });
      assert.equal((await askAs(deployment, 'models', 'main')).status, 200);
    } finally {
      await admin(deployment, 'PATCH', path, { allowed_ips: [] });
    }
    assert.equal((await askAs(deployment, 'models', 'administered')).status, 200);
  },
);

import assert from 'node:assert/strict';
import {
  admin,
  askAdmin,
  assertAdminRefused,
  assertKeys,
  keyOf,
  listAll,
  UTC,
  type Fields,
  type List,
} from '../../calls/admin-call.ts';
import { check } from '../../runner/check.ts';
import { requireFixtureModels } from '../models/offered.ts';

const KEY_FIELDS =
  'id type name kind prefix hint status workspace_id created_by allowed_origins allowed_ips pinned_version expires_at created_at last_used_at last_used_ip use_count';

check(
  'KEY-01 KEY-02 KEY-07 KEY-11 KEY-16 KEY-17 KEY-28',
  'a key has the fields of the contract, in the list and read by id',
  async (deployment) => {
    const secret = deployment.credential('administered');
    const key = await keyOf(deployment, 'administered');
    assertKeys(key, KEY_FIELDS);
    assert.match(key.id, /^apikey_[0-9a-z]{26}$/);
    assert.equal(key['type'], 'api_key');
    assert.deepEqual([key['prefix'], key['hint']], [secret.slice(0, 12), secret.slice(-4)]);
    assert.match(String(key['workspace_id']), /^wrkspc_/);
    assertKeys(key['created_by'], 'id email status');
    assert.match(String((key['created_by'] as Fields)['id']), /^user_/);
    assert.match(String(key['created_at']), UTC);
    assert.equal(key['expires_at'], null);
    assert.deepEqual(await admin(deployment, 'GET', `/api_keys/${key.id}`), key);
  },
);

check(
  'KEY-13 KEY-14',
  'a key without allowlists works from any origin and any address',
  async (deployment) => {
    const key = await keyOf(deployment, 'second');
    assert.deepEqual([key['allowed_origins'], key['allowed_ips']], [[], []]);
  },
);

check('KEY-04 KEY-05', 'there are three kinds of key, each with its own prefix', async (deployment) => {
  for (const [name, kind, lead] of [
    ['main', 'private', 'sk_live_'],
    ['public', 'public', 'pk_live_'],
    ['code_client', 'svc_code', 'sk_svc_'],
  ] as const) {
    const key = await keyOf(deployment, name);
    assert.equal(key['kind'], kind);
    assert.ok(String(key['prefix']).startsWith(lead), `${kind} begins with ${lead}`);
  }
});

check('KEY-08', 'no response contains a secret', async (deployment) => {
  const { id, name } = await keyOf(deployment, 'administered');
  const responses = [
    await askAdmin(deployment, 'GET', '/api_keys?status=all&limit=100'),
    await askAdmin(deployment, 'GET', `/api_keys/${id}`),
    await askAdmin(deployment, 'PATCH', `/api_keys/${id}`, { body: { name } }),
    await askAdmin(deployment, 'GET', '/admin_keys'),
  ];
  for (const { text, rawHeaders } of responses)
    assert.doesNotMatch(text + rawHeaders.join(' '), /(sk|pk)_(live|svc|admin)_[0-9a-f]{32}/);
});

check(
  'KEY-09 KEY-22 KEY-23 KEY-16',
  'keys are filtered by status, active ones by default',
  async (deployment) => {
    await requireFixtureModels(deployment);
    const statuses = { second: 'active', inactive: 'inactive', revoked: 'revoked', expired: 'expired' };
    for (const [name, status] of Object.entries(statuses)) {
      const { id, ...key } = await keyOf(deployment, name);
      assert.equal(key['status'], status, name);
      const listed = await listAll(
        deployment,
        status === 'active' ? '/api_keys' : `/api_keys?status=${status}`,
      );
      assert.ok(listed.some((one) => one['id'] === id));
      assert.ok(listed.every((one) => one['status'] === status));
      if (name === 'expired') assert.match(String(key['expires_at']), UTC);
    }
    await assertAdminRefused(
      deployment,
      ['GET', '/api_keys?status=gone'],
      [400, 'invalid_parameter', 'status'],
    );
  },
);

check(
  'KEY-21 KEY-24 KEY-25 ADMIN-15',
  'the list covers every workspace, and can be filtered by workspace and creator',
  async (deployment) => {
    const key = await keyOf(deployment, 'administered');
    const all = await listAll(deployment, '/api_keys');
    assert.ok(new Set(all.map((one) => one['workspace_id'])).size > 1, 'keys of several workspaces');
    const { id: creator } = key['created_by'] as Fields;
    const narrowed = await listAll(deployment, `/api_keys?workspace_id=${key['workspace_id'] as string}`);
    assert.deepEqual(
      narrowed,
      all.filter((one) => one['workspace_id'] === key['workspace_id']),
    );
    const own = await listAll(deployment, `/api_keys?created_by=${String(creator)}`);
    assert.deepEqual(
      own,
      all.filter((one) => (one['created_by'] as Fields)['id'] === creator),
    );
    for (const nothing of ['workspace_id=wrkspc_none', 'created_by=user_none'])
      assert.deepEqual((await admin<List>(deployment, 'GET', `/api_keys?${nothing}`)).data, [], 'D-KEY-4');
  },
);

check(
  'KEY-27 PAGE-01 PAGE-02 PAGE-03 PAGE-04',
  'the list pages in both directions without gaps or duplicates',
  async (deployment) => {
    const all = (await listAll(deployment, '/api_keys')).map(({ id }) => String(id));
    const walked: string[] = [];
    for (let more = ''; walked.length < 5; more = `&after_id=${walked.at(-1)}`) {
      const page = await admin<List>(deployment, 'GET', `/api_keys?limit=1${more}`);
      assert.equal(page.object, 'list');
      assert.deepEqual(
        [page.data.length, page.first_id, page.last_id],
        [1, page.data[0]?.['id'], page.data[0]?.['id']],
      );
      walked.push(String(page.data[0]?.['id']));
      assert.equal(page.has_more, walked.length < all.length, 'PAGE-02');
      if (!page.has_more) break;
    }
    assert.deepEqual(walked, all.slice(0, walked.length));
    const back = await admin<List>(deployment, 'GET', `/api_keys?limit=2&before_id=${all[3] ?? all.at(-1)}`);
    assert.deepEqual(
      back.data.map(({ id }) => id),
      all.slice(1, 3),
    );
    assert.equal(back.has_more, true);
    for (const limit of ['0', '101', 'x'])
      await assertAdminRefused(
        deployment,
        ['GET', `/api_keys?limit=${limit}`],
        [400, 'invalid_parameter', 'limit'],
      );
  },
);

check('KEY-29 D-ERR-7', 'an unknown key is not found, whatever the form of its id', async (deployment) => {
  for (const id of [`apikey_${'0'.repeat(26)}`, 'nonsense', '%00']) {
    for (const call of [
      ['GET', `/api_keys/${id}`],
      ['PATCH', `/api_keys/${id}`, { name: 'x' }],
    ] as const)
      await assertAdminRefused(deployment, call, [404, 'api_key_not_found']);
  }
});

check(
  'KEY-03 KEY-10 KEY-31 KEY-36 KEY-37 KEY-38 KEY-39 KEY-70 KEY-71 KEY-72',
  'an invalid field value is refused and changes nothing',
  async (deployment) => {
    const { id } = await keyOf(deployment, 'administered');
    const path = `/api_keys/${id}`;
    const before = await admin(deployment, 'GET', path);
    for (const [body, code, param] of [
      [{ name: '' }, 'invalid_parameter', 'name'],
      [{ name: 'x'.repeat(101) }, 'invalid_parameter', 'name'],
      [{ name: 'y', kind: 'public' }, 'read_only_field', 'kind'],
      [{ workspace_id: before['workspace_id'] }, 'read_only_field', 'workspace_id'],
      [{ secret: 'x' }, 'read_only_field', 'secret'],
      [{ status: 'revoked' }, 'invalid_parameter', 'status'],
      [{ allowed_origins: ['http://'] }, 'invalid_parameter', 'allowed_origins[0]'],
      [{ allowed_ips: ['999.1.1.1'] }, 'invalid_parameter', 'allowed_ips[0]'],
      [
        { allowed_ips: Array.from({ length: 101 }, (_, i) => `10.0.0.${i}`) },
        'invalid_parameter',
        'allowed_ips',
      ],
      [{ allowed_ips: ['10.0.0.0/7'] }, 'invalid_parameter', 'allowed_ips[0]'],
      [{ allowed_ips: ['2001:db8::/31'] }, 'invalid_parameter', 'allowed_ips[0]'],
      [{ pinned_version: '1999-01-01' }, 'invalid_parameter', 'pinned_version'],
      [{ nobody_knows: 1 }, 'unknown_parameter', 'nobody_knows'],
    ] as const)
      await assertAdminRefused(deployment, ['PATCH', path, body], [400, code, param]);
    assert.deepEqual(await admin(deployment, 'GET', path), before);
  },
);

check(
  'KEY-03 KEY-30 KEY-34 KEY-35 KEY-69 KEY-70',
  'an update returns the key, and omitted fields keep their values',
  async (deployment) => {
    const key = await keyOf(deployment, 'administered');
    const path = `/api_keys/${key.id}`;
    let wanted: Fields = key;
    const change = async (body: Fields): Promise<void> => {
      wanted = { ...wanted, ...body };
      assert.deepEqual(await admin(deployment, 'PATCH', path, body), wanted);
      assert.deepEqual(await admin(deployment, 'GET', path), wanted);
    };
    for (const name of ['x', 'x'.repeat(100)]) await change({ name });
    await change({ pinned_version: key['pinned_version'] });
    await change({ allowed_ips: ['203.0.113.7', '10.0.0.0/8', '2001:db8::1', '2001:db8::/32'] });
    await change({ allowed_ips: Array.from({ length: 100 }, (_, i) => `10.0.0.${i}`) });
    await change({ name: key['name'], allowed_ips: [] });
  },
);

check('KEY-46', 'a revoked or expired key cannot be changed', async (deployment) => {
  for (const name of ['revoked', 'expired']) {
    const key = await keyOf(deployment, name);
    for (const body of [{ name: 'other' }, { status: 'active' }, {}])
      await assertAdminRefused(deployment, ['PATCH', `/api_keys/${key.id}`, body], [409, 'key_revoked']);
    assert.deepEqual(await admin(deployment, 'GET', `/api_keys/${key.id}`), key);
  }
});

check('KEY-47 ADMIN-12', 'no route of the Admin API creates or revokes a key', async (deployment) => {
  const { id } = await keyOf(deployment, 'administered');
  for (const call of [
    ['POST', '/api_keys', {}],
    ['DELETE', `/api_keys/${id}`],
    ['POST', '/admin_keys', {}],
  ] as const)
    await assertAdminRefused(deployment, call, [405, 'method_not_allowed']);
});

import assert from 'node:assert/strict';
import {
  admin,
  assertAdminRefused,
  assertKeys,
  keyOf,
  newName,
  type Fields,
} from '../../calls/admin-call.ts';
import { assertError } from '../../http/assert-error.ts';
import { chat } from '../../calls/chat-call.ts';
import { check } from '../../runner/check.ts';
import type { Deployment } from '../../deployments/deployment.ts';

const MEASURES = ['requests_per_minute', 'input_tokens_per_minute', 'output_tokens_per_minute'] as const;

interface Limits extends Fields {
  readonly data: readonly Readonly<Record<string, unknown>>[];
}

check(
  'RATE-01 RATE-02 RATE-04 RATE-05',
  'the tier shows the requirements of the next tier and the limits of each model',
  async (deployment) => {
    const limits = await admin<Limits>(deployment, 'GET', '/rate_limits');
    assertKeys(limits, 'type tier next_tier data other_limits');
    assert.equal(limits['type'], 'rate_limits');
    assert.match(String(limits['tier']), /^(start|[1-4]|custom)$/);
    if (limits['next_tier'] !== null) {
      assertKeys(limits['next_tier'], 'tier paid_to_date_required_usd paid_to_date_usd eligible_after');
      for (const name of ['paid_to_date_required_usd', 'paid_to_date_usd'])
        assert.match(String((limits['next_tier'] as Fields)[name]), /^\d+\.\d\d+$/);
    }
    assert.ok(limits.data.length > 0);
    for (const item of limits.data) {
      assertKeys(item, `model ${MEASURES.join(' ')}`);
      for (const measure of MEASURES) assert.ok(Number.isInteger(item[measure]));
    }
  },
);

check(
  'RATE-06 RATE-07 RATE-08',
  'each other group has its own request limit; that of the Admin API is 300',
  async (deployment) => {
    const { other_limits: others } = await admin<{ other_limits: Fields[] }>(
      deployment,
      'GET',
      '/rate_limits',
    );
    for (const item of others) assertKeys(item, 'group requests_per_minute');
    assert.deepEqual(others.map(({ group }) => String(group)).toSorted(), [
      'admin_api',
      'files_batches_models',
      'token_counting',
    ]);
    assert.equal(others.find(({ group }) => group === 'admin_api')?.['requests_per_minute'], 300);
  },
);

async function inWorkspaceOf(
  deployment: Deployment,
  work: (path: string, models: Limits['data']) => Promise<void>,
): Promise<void> {
  const key = await keyOf(deployment, 'administered');
  const path = `/workspaces/${String(key['workspace_id'])}`;
  try {
    await work(path, (await admin<Limits>(deployment, 'GET', '/rate_limits')).data);
  } finally {
    await admin(deployment, 'DELETE', `${path}/rate_limits`);
  }
}

check(
  'RATE-10 RATE-11 RATE-12 RATE-13 RATE-14 RATE-15 RATE-16 WORK-11',
  'limits of a workspace can be read back, lower the effective limits, and are replaced as a set',
  (deployment) =>
    inWorkspaceOf(deployment, async (workspace, models) => {
      const path = `${workspace}/rate_limits`;
      const plain = await admin<Limits>(deployment, 'GET', path);
      assert.deepEqual(plain, {
        type: 'workspace_rate_limits',
        workspace_id: workspace.split('/')[2],
        data: models,
        overrides: [],
      });
      const { model } = models[0]!;
      for (const measure of MEASURES) {
        const override = { model, [measure]: 7 };
        const set = await admin<Limits>(deployment, 'PUT', path, { overrides: [override] });
        assert.deepEqual(set['overrides'], [override], 'RATE-15');
        assert.deepEqual(set.data, [{ ...models[0], [measure]: 7 }, ...models.slice(1)]);
        assert.deepEqual(await admin(deployment, 'GET', path), set);
        const { rate_limits: listed } = await admin(deployment, 'GET', workspace);
        assert.deepEqual(
          listed,
          measure === 'requests_per_minute' ? [{ model, requests_per_minute: 7 }] : [],
        );
      }
      assert.deepEqual(await admin(deployment, 'DELETE', path), plain);
    }),
);

check('RATE-13 RATE-18 RATE-19', 'invalid limits are refused, and the previous ones are kept', (deployment) =>
  inWorkspaceOf(deployment, async (workspace, models) => {
    const { model, requests_per_minute: most } = models[0]!;
    const path = `${workspace}/rate_limits`;
    for (const [overrides, code, param] of [
      [
        [{ model, requests_per_minute: Number(most) + 1 }],
        'override_above_org_limit',
        'overrides[0].requests_per_minute',
      ],
      [[{ model: 'nope', requests_per_minute: 1 }], 'unknown_model', 'overrides[0].model'],
      [[{ model }], 'invalid_parameter', 'overrides[0]'],
      [[{ model, requests_per_minute: 0 }], 'invalid_parameter', 'overrides[0].requests_per_minute'],
      [[1, 2].map((n) => ({ model, requests_per_minute: n })), 'invalid_parameter', 'overrides[1].model'],
      [undefined, 'invalid_parameter', 'overrides'],
    ] as const)
      await assertAdminRefused(deployment, ['PUT', path, { overrides }], [400, code, param]);
    assert.deepEqual((await admin(deployment, 'GET', path))['overrides'], []);
  }),
);

check('RATE-17', 'a limit set for a workspace takes effect within a minute', (deployment) =>
  inWorkspaceOf(deployment, async (workspace, models) => {
    assert.equal((await chat(deployment, {}, { as: 'administered' })).status, 200);
    await admin(deployment, 'PUT', `${workspace}/rate_limits`, {
      overrides: models.map(({ model }) => ({ model, requests_per_minute: 1 })),
    });
    const until = performance.now() + 60_000;
    let response = await chat(deployment, {}, { as: 'administered' });
    while (response.status === 200 && performance.now() < until)
      response = await chat(deployment, {}, { as: 'administered' });
    assert.equal(response.status, 429);
    assert.equal(response.json<{ error: Fields }>().error['scope'], 'workspace');
  }),
);

check(
  'ADMIN-38 WORK-10 D-ADM-5',
  'a spend limit is set, replaced, read and removed; the limit of a workspace is its cap',
  async (deployment) => {
    const workspace = await admin(deployment, 'POST', '/workspaces', { name: newName() }, 201);
    const path = `/workspaces/${String(workspace['id'])}`;
    const scope = { type: 'workspace', workspace_id: workspace['id'] };
    const made = await admin(deployment, 'POST', '/spend_limits', { scope, limit_usd: '5' }, 201);
    assertKeys(made, 'id type scope limit_usd period spent_usd resets_at created_at updated_at');
    assert.deepEqual(
      [made['scope'], made['limit_usd'], made['period'], made['spent_usd']],
      [scope, '5.00', 'month', '0.00'],
    );
    assert.match(String(made['resets_at']), /-01T00:00:00Z$/);
    assert.equal(
      (await admin(deployment, 'POST', '/spend_limits', { scope, limit_usd: '0.5' }))['id'],
      made['id'],
    );
    assert.equal((await admin(deployment, 'GET', path))['spend_limit_usd'], '0.50');
    await admin(deployment, 'PATCH', path, { spend_limit_usd: '7' });
    assert.equal(
      (await admin(deployment, 'GET', `/spend_limits/${String(made['id'])}`))['limit_usd'],
      '7.00',
    );
    await admin(deployment, 'DELETE', `/spend_limits/${String(made['id'])}`);
    assert.equal((await admin(deployment, 'GET', path))['spend_limit_usd'], null);
    await assertAdminRefused(
      deployment,
      ['GET', `/spend_limits/${String(made['id'])}`],
      [404, 'spend_limit_not_found'],
    );
    await admin(deployment, 'POST', `${path}/archive`);
  },
);

check('RATE-09', 'a key may ask for models 60 times a minute', async (deployment) => {
  const headers = { authorization: `Bearer ${deployment.credential('rate_two')}` };
  for (let i = 0; i < 60; i++)
    assert.equal((await deployment.send('/v1/models', { headers })).status, 200, `request ${i + 1}`);
  assertError(await deployment.send('/v1/models', { headers }), {
    status: 429,
    code: 'rate_limited',
    extra: { scope: 'api_key' },
  });
});

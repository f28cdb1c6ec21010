import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oneModel, httpDatabases } from '#test-kit';
import { KEYS, refusal, startAdminFixture, type AdminFixture, type Reply } from './admin-fixture.ts';

const TIER = {
  requests_per_minute: 1000,
  input_tokens_per_minute: 1_000_000,
  output_tokens_per_minute: 250_000,
};

describe.each(await httpDatabases(import.meta.filename))('limits on $kind', (database) => {
  let fixture: AdminFixture;
  let workspace: string;
  const call: AdminFixture['call'] = (...all) => fixture.call(...all);
  const put = (overrides: unknown): Promise<Reply> =>
    call('PUT', `/workspaces/${workspace}/rate_limits`, { body: { overrides } });
  const chat = (key: string): Promise<Reply> =>
    call('POST', '/v1/chat/completions', {
      key,
      body: { stream: false, messages: [{ role: 'user', content: 'Hello' }] },
    });

  const deploymentAt = (tier: string): unknown =>
    oneModel(
      { type: 'sandbox' },
      {
        rate_tiers: {},
        plans: [{ id: 'pro', paid: true, tier, monthly_tokens: 1_000_000_000, models: ['Svc Standard'] }],
      },
    );
  const withTier = async (tier: string): Promise<void> => {
    await writeFile(join(fixture.service.dataDir, 'svc.yaml'), JSON.stringify(deploymentAt(tier)));
    await fixture.service.reload();
  };

  beforeAll(async () => {
    fixture = await startAdminFixture(database, deploymentAt('start'));
    const { data } = (await call('GET', '/workspaces')).body;
    workspace = data.find((one: { name: string }) => one.name === 'Research').id;
  });
  afterAll(() => fixture?.stop());

  it('RATE-01 to RATE-08 reports the tier, the requirements of the next tier, and every limit', async () => {
    expect((await call('GET', '/rate_limits')).body).toEqual({
      type: 'rate_limits',
      tier: 'start',
      next_tier: {
        tier: '1',
        paid_to_date_required_usd: '5.00',
        paid_to_date_usd: '100.00',
        eligible_after: expect.stringMatching(/Z$/),
      },
      data: [{ model: 'Svc Standard', ...TIER }],
      other_limits: [
        { group: 'token_counting', requests_per_minute: 600 },
        { group: 'files_batches_models', requests_per_minute: 1000 },
        { group: 'admin_api', requests_per_minute: 300 },
      ],
    });
    expect((await call('GET', '/rate_limits', { key: KEYS.stranger })).body.next_tier).toMatchObject({
      paid_to_date_usd: '0.00',
      eligible_after: null,
    });
  });

  it.each([
    ['1', '2', '40.00', 7],
    ['2', '3', '200.00', 7],
    ['3', '4', '400.00', 14],
    ['4', null, null, 0],
    ['custom', null, null, 0],
  ])(
    'RATE-02 RATE-03 RATE-04 D-RATE-1 at tier %s the next tier is %s',
    async (tier, next, required, days) => {
      await withTier(tier);
      const { body } = await call('GET', '/rate_limits');
      expect(body.tier).toBe(tier);
      if (next === null) expect(body.next_tier).toBeNull();
      else {
        expect(body.next_tier).toMatchObject({ tier: next, paid_to_date_required_usd: required });
        await withTier('start');
        const first = Date.parse((await call('GET', '/rate_limits')).body.next_tier.eligible_after);
        expect(Date.parse(body.next_tier.eligible_after) - first).toBe(days * 86_400_000);
      }
      await withTier('start');
    },
  );

  it('RATE-10 to RATE-16 overrides can be read, lower the limit in force, and can be replaced and removed', async () => {
    const path = `/workspaces/${workspace}/rate_limits`;
    const plain = {
      type: 'workspace_rate_limits',
      workspace_id: workspace,
      data: [{ model: 'Svc Standard', ...TIER }],
      overrides: [],
    };
    expect((await call('GET', path)).body).toEqual(plain);
    const set = await put([{ model: 'Svc Standard', requests_per_minute: 7 }]);
    expect(set).toMatchObject({
      status: 200,
      body: { data: [{ ...plain.data[0], requests_per_minute: 7 }] },
    });
    expect(set.body.overrides).toEqual([{ model: 'Svc Standard', requests_per_minute: 7 }]);
    expect((await call('GET', `/workspaces/${workspace}`)).body.rate_limits).toEqual([
      { model: 'Svc Standard', requests_per_minute: 7 },
    ]);
    const tokens = { model: 'Svc Standard', output_tokens_per_minute: 5 };
    expect((await put([tokens])).body).toMatchObject({
      overrides: [tokens],
      data: [{ ...TIER, output_tokens_per_minute: 5 }],
    });
    expect((await call('DELETE', path)).body).toEqual(plain);
    expect((await call('GET', '/audit_events?event=rate_limits.updated')).body.data).toHaveLength(3);
  });

  it.each([
    [
      'RATE-18',
      [{ model: 'Svc Standard', requests_per_minute: 1001 }],
      'override_above_org_limit overrides[0].requests_per_minute',
    ],
    ['RATE-19', [{ model: 'nope', requests_per_minute: 1 }], 'unknown_model overrides[0].model'],
    ['D-RATE-3', [{ model: 'Svc Standard' }], 'invalid_parameter overrides[0]'],
    [
      'D-RATE-3',
      [{ model: 'Svc Standard', requests_per_minute: 0 }],
      'invalid_parameter overrides[0].requests_per_minute',
    ],
    [
      'D-RATE-3',
      [1, 2].map(() => ({ model: 'Svc Standard', requests_per_minute: 1 })),
      'invalid_parameter overrides[1].model',
    ],
    ['D-GEN-6', [{ model: 'Svc Standard', rpm: 1 }], 'unknown_parameter overrides[0].rpm'],
    ['RATE-13', undefined, 'invalid_parameter overrides'],
  ])('%s a bad override is 400 and changes nothing', async (_, overrides, wanted) => {
    expect(refusal(await put(overrides))).toBe(`400 ${wanted}`);
    expect((await call('GET', `/workspaces/${workspace}/rate_limits`)).body.overrides).toEqual([]);
  });

  it('RATE-17 an override applies from the next call on', async () => {
    expect((await chat(KEYS.second)).status).toBe(200);
    await put([{ model: 'Svc Standard', requests_per_minute: 1 }]);
    expect((await chat(KEYS.second)).status).toBe(200);
    expect(await chat(KEYS.second)).toMatchObject({
      status: 429,
      body: { error: { code: 'rate_limited', scope: 'workspace' } },
    });
    expect((await chat(KEYS.main)).status).toBe(200);
    await call('DELETE', `/workspaces/${workspace}/rate_limits`);
  });

  it('ADMIN-38 D-ADM-5 spend limits can be set by scope, replaced, listed and removed, and the workspace cap is the same limit', async () => {
    const scope = { type: 'workspace', workspace_id: workspace };
    const made = await call('POST', '/spend_limits', { body: { scope, limit_usd: '5' } });
    expect(made).toMatchObject({
      status: 201,
      body: {
        type: 'spend_limit',
        scope,
        limit_usd: '5.00',
        period: 'month',
        spent_usd: '0.00',
        resets_at: expect.stringMatching(/-01T00:00:00Z$/),
      },
    });
    const replaced = await call('POST', '/spend_limits', { body: { scope, limit_usd: '0.5' } });
    expect(replaced).toMatchObject({ status: 200, body: { id: made.body.id, limit_usd: '0.50' } });
    expect((await call('GET', `/workspaces/${workspace}`)).body.spend_limit_usd).toBe('0.50');
    await call('PATCH', `/workspaces/${workspace}`, { body: { spend_limit_usd: '7' } });
    expect((await call('GET', `/spend_limits/${made.body.id}`)).body.limit_usd).toBe('7.00');
    const member = { type: 'member', user_id: (await call('GET', '/users?role=developer')).body.data[0].id };
    await call('POST', '/spend_limits', { body: { scope: member, limit_usd: '1' } });
    expect((await call('GET', `/spend_limits?user_id=${member.user_id}`)).body.data).toMatchObject([
      { scope: member },
    ]);
    expect((await call('GET', '/spend_limits?scope_type=workspace')).body.data).toMatchObject([{ scope }]);
    const removed = { id: made.body.id, type: 'spend_limit', deleted: true };
    expect((await call('DELETE', `/spend_limits/${made.body.id}`)).body).toEqual(removed);
    expect(refusal(await call('DELETE', `/spend_limits/${made.body.id}`))).toBe('404 spend_limit_not_found');
    expect((await call('GET', `/spend_limits?after_id=${made.body.id}`)).status).toBe(200);
  });

  it.each([
    ['D-ADM-5', { scope: { type: 'organization' }, limit_usd: '-1' }, '400 invalid_parameter limit_usd'],
    [
      'D-ADM-5',
      { scope: { type: 'organization', user_id: 'x' }, limit_usd: '1' },
      '400 unknown_parameter scope.user_id',
    ],
    [
      'D-ADM-5',
      { scope: { type: 'workspace', workspace_id: 'x' }, limit_usd: '1' },
      '404 workspace_not_found scope.workspace_id',
    ],
    [
      'D-ADM-5',
      { scope: { type: 'member', user_id: 'x' }, limit_usd: '1' },
      '404 user_not_found scope.user_id',
    ],
    [
      'D-ADM-5',
      { scope: { type: 'group', group_id: 'x' }, limit_usd: '1' },
      '400 invalid_parameter scope.group_id',
    ],
  ])('%s refuses an invalid spend limit', async (_, body, wanted) => {
    expect(refusal(await call('POST', '/spend_limits', { body }))).toBe(wanted);
  });

  it('D-ADM-11 only owners set and remove the spend limit of the organization', async () => {
    const body = { scope: { type: 'organization' }, limit_usd: '50' };
    expect(refusal(await call('POST', '/spend_limits', { key: KEYS.administrator, body }))).toBe(
      '403 role_required',
    );
    const { id } = (await call('POST', '/spend_limits', { body })).body;
    expect(refusal(await call('DELETE', `/spend_limits/${id}`, { key: KEYS.administrator }))).toBe(
      '403 role_required',
    );
    expect((await call('DELETE', `/spend_limits/${id}`)).status).toBe(200);
  });
});

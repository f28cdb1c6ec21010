import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { httpDatabases } from '#test-kit';
import { refusal, SMALL, STANDARD, startRestrictedKeys, type RestrictedKeys } from './restricted-keys.ts';

const NONE = {
  allowed_models: [],
  monthly_budget_usd: null,
  requests_per_minute: null,
  input_tokens_per_minute: null,
  output_tokens_per_minute: null,
};
const ALL = {
  allowed_models: [SMALL],
  monthly_budget_usd: '12.50',
  requests_per_minute: 10,
  input_tokens_per_minute: 1000,
  output_tokens_per_minute: 2000,
};

describe.each(await httpDatabases(import.meta.filename))(
  'restrictions of a key on the $kind database',
  (database) => {
    let keys: RestrictedKeys;
    beforeAll(async () => {
      keys = await startRestrictedKeys(database);
    });
    afterAll(() => keys?.[Symbol.asyncDispose]());

    const patch = (id: string, update: object, someone = 'ada') =>
      keys.as(someone, 'PATCH', `/api_keys/${id}/restrictions`, update);
    const events = async (id: string) =>
      (await keys.as('ada', 'GET', `/audit_events?limit=100`)).body['data'].filter(
        (event: { resource: { id: string } }) => event.resource.id === id,
      );

    it('are those the key was made with, and none without', async () => {
      const free = await keys.make({});
      expect(await keys.read(free)).toMatchObject({
        ...NONE,
        type: 'api_key_restrictions',
        spent_usd: '0.00',
        expires_at: null,
      });
      const bound = await keys.make({ ...ALL, expires_at: '2099-01-01T00:00:00Z' });
      expect(await keys.read(bound)).toMatchObject({
        ...ALL,
        api_key_id: bound.id,
        expires_at: '2099-01-01T00:00:00Z',
      });
      const [created] = await events(bound.id);
      expect(created.changes).toMatchObject({
        monthly_budget_usd: { from: null, to: '12.50' },
        allowed_models: { from: [], to: [SMALL] },
      });
      expect((await events(free.id))[0].changes).toEqual({});
    });

    it('change by the fields that are sent, are lifted by null and an empty list, and are audited with before and after', async () => {
      const key = await keys.make({ ...ALL });
      expect(
        await keys.change(key, { monthly_budget_usd: '0.5', allowed_models: [SMALL, STANDARD, SMALL] }),
      ).toMatchObject({
        ...ALL,
        monthly_budget_usd: '0.50',
        allowed_models: [SMALL, STANDARD],
      });
      const [event] = await events(key.id);
      expect(event).toMatchObject({ event: 'api_key.updated', actor: { email: 'ada@acme.test' } });
      expect(event.changes).toEqual({
        monthly_budget_usd: { from: '12.50', to: '0.50' },
        allowed_models: { from: [SMALL], to: [SMALL, STANDARD] },
      });
      expect(await keys.change(key, { ...NONE, expires_at: '2099-01-01T00:00:00Z' })).toMatchObject({
        ...NONE,
        expires_at: '2099-01-01T00:00:00Z',
      });
      const before = (await events(key.id)).length;
      await keys.change(key, { ...NONE });
      expect((await events(key.id)).length).toBe(before);
    });

    it('are refused where they make no sense', async () => {
      const { id } = await keys.make({});
      const refused = async (update: object) => refusal(await patch(id, update));
      expect(await refused({ allowed_models: [SMALL, 'nope'] })).toBe('400 unknown_model allowed_models[1]');
      expect(await refused({ monthly_budget_usd: '-1' })).toBe('400 invalid_parameter monthly_budget_usd');
      expect(await refused({ monthly_budget_usd: 5 })).toBe('400 invalid_parameter monthly_budget_usd');
      expect(await refused({ requests_per_minute: 0 })).toBe('400 invalid_parameter requests_per_minute');
      expect(await refused({ input_tokens_per_minute: 1.5 })).toBe(
        '400 invalid_parameter input_tokens_per_minute',
      );
      expect(await refused({ output_tokens_per_minute: '5' })).toBe(
        '400 invalid_parameter output_tokens_per_minute',
      );
      expect(await refused({ expires_at: '2020-01-01T00:00:00Z' })).toBe('400 invalid_parameter expires_at');
      expect(await refused({ spent_usd: '1.00' })).toBe('400 read_only_field spent_usd');
      expect(await refused({ budget: '1.00' })).toBe('400 unknown_parameter budget');
      expect(await keys.read({ id, secret: '' })).toMatchObject(NONE);
    });

    it('are for whoever manages the key, and nobody learns of keys of others', async () => {
      const { id } = await keys.make({});
      const own = await keys.make({}, 'ada');
      expect(refusal(await patch(own.id, { requests_per_minute: 1 }, 'dirk'))).toBe('404 api_key_not_found');
      expect(refusal(await keys.as('dirk', 'GET', `/api_keys/${id}/restrictions`))).toBe(
        '404 api_key_not_found',
      );
      expect(refusal(await patch('apikey_01m80naqydyjb73qnm3gz94qyp', {}, 'ada'))).toBe(
        '404 api_key_not_found',
      );
    });

    it('D-GEN-6 are no part of the Admin API', async () => {
      const key = await keys.make({ ...ALL });
      const read = await keys.admin('GET', `/api_keys/${key.id}`);
      expect(Object.keys(read.body).filter((name) => name in ALL)).toEqual([]);
      const changed = await keys.admin('PATCH', `/api_keys/${key.id}`, { monthly_budget_usd: '1' });
      expect(refusal(changed)).toBe('400 unknown_parameter monthly_budget_usd');
    });

    it('KEY-45 KEY-46 end a key on its date, which can be moved until then', async () => {
      const key = await keys.make({ expires_at: new Date(keys.service.nowMs() + 60_000).toISOString() });
      await keys.change(key, { expires_at: new Date(keys.service.nowMs() + 600_000).toISOString() });
      await keys.service.advance(120);
      expect((await keys.chat(key)).status).toBe(200);
      await keys.service.advance(600);
      expect(refusal(await keys.chat(key))).toBe('401 expired_api_key');
      for (const [name, value] of Object.entries({ ...ALL, expires_at: null }))
        expect(refusal(await patch(key.id, { [name]: value }))).toBe('409 key_revoked');
      for (const change of [
        {},
        { name: 'other' },
        { status: 'active' },
        { status: 'inactive' },
        { allowed_origins: [] },
        { allowed_ips: [] },
        { pinned_version: '2026-11-01' },
      ])
        expect(refusal(await keys.admin('PATCH', `/api_keys/${key.id}`, change))).toBe('409 key_revoked');
    });

    it('KEY-44 of a revoked key stay as they are', async () => {
      const key = await keys.make({ ...ALL });
      await keys.as('ada', 'POST', `/api_keys/${key.id}/revoke`);
      expect(refusal(await patch(key.id, { monthly_budget_usd: null }))).toBe('409 key_revoked');
      expect(await keys.read(key)).toMatchObject(ALL);
    });
  },
);

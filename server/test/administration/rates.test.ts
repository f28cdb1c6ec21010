import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATIONS } from '@svc/contract';
import { usualDatabase } from '#test-kit';
import { KEYS, refusal, startAdminFixture, type AdminFixture } from './admin-fixture.ts';

describe('rates of the Admin API and of model calls', () => {
  let fixture: AdminFixture;
  const call: AdminFixture['call'] = (...all) => fixture.call(...all);
  const requests = async (status: number): Promise<unknown[]> => {
    const rows = await fixture.service.drainAndRead((db) =>
      db.selectFrom('audit_events').select('details').execute(),
    );
    return rows.filter(({ details }) => (details as { status?: number }).status === status);
  };

  beforeAll(async () => {
    const database = await usualDatabase();
    fixture = await startAdminFixture(database);
  });
  afterAll(() => fixture?.stop());

  it('ADMIN-30 ADMIN-31 PBETA-10 D-ERR-8 allows 300 requests a minute for all keys of an organization together, separate from model calls', async () => {
    const keys = Array.from({ length: 300 }, (_, i) => (i % 2 === 0 ? KEYS.owner : KEYS.administrator));
    const responses = await Promise.all(keys.map((key) => call('GET', '/me', { key })));
    expect(responses.filter(({ status }) => status !== 200)).toEqual([]);
    const refused = await call('GET', '/me', { headers: { 'svc-beta': '' } });
    const error = { type: 'rate_limit_error', code: 'rate_limited', scope: 'organization' };
    expect(refused).toMatchObject({ status: 429, body: { error } });
    expect(refused.headers.get('x-ratelimit-limit')).toBe('300');
    expect(refused.headers.get('retry-after')).toBe(String(refused.body.error.retry_after));
    expect((await call('GET', '/me', { key: KEYS.stranger })).status).toBe(200);
    expect((await call('GET', '/v1/models', { key: KEYS.main })).status).toBe(200);
    await fixture.advance(60);
    expect((await call('GET', '/me')).status).toBe(200);
  });

  it('ADMIN-19 ADMIN-20 ADMIN-21 an admin key can list models but not call them', async () => {
    const modelCalls = OPERATIONS.filter(({ credential }) => credential === 'inference');
    for (const { method, path } of modelCalls)
      expect(refusal(await call(method, path, { body: {} })), path).toBe('403 inference_not_allowed');
    expect((await call('GET', '/v1/models')).status).toBe(200);
  });

  it('ADMIN-45 logs 300 a minute of the refusals that no rate counts, and callers cannot control the size of an event', async () => {
    await fixture.advance(60);
    const headers = { 'user-agent': 'x'.repeat(9000) };
    await Promise.all(Array.from({ length: 320 }, () => call('GET', '/me', { key: KEYS.main, headers })));
    await fixture.advance(60);
    await call('GET', '/me', { key: KEYS.main, headers });
    const events = await requests(403);
    expect(events).toHaveLength(301);
    expect(await requests(499)).toEqual([]);
    expect(
      fixture.service.logLines.filter((line) => line.includes('too many refused Admin API requests')),
    ).toHaveLength(1);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATIONS } from '@svc/contract';
import { testDatabases } from '#test-kit';
import { KEYS, refusal, startAdminFixture, type AdminFixture } from './admin-fixture.ts';

describe('the Admin API beside the models', () => {
  let fixture: AdminFixture;
  const call: AdminFixture['call'] = (...all) => fixture.call(...all);
  const requests = async (status: number): Promise<unknown[]> => {
    const rows = await fixture.service.drainAndRead((db) =>
      db.selectFrom('audit_events').select('details').execute(),
    );
    return rows.filter(({ details }) => (details as { status?: number }).status === status);
  };

  beforeAll(async () => {
    const [database] = await testDatabases();
    fixture = await startAdminFixture(database!);
  });
  afterAll(() => fixture?.stop());

  it('ADMIN-30 ADMIN-31 PBETA-10 D-ERR-8 300 a minute for all keys of an organization together, apart from calls of models', async () => {
    const keys = Array.from({ length: 300 }, (_, i) => (i % 2 === 0 ? KEYS.owner : KEYS.administrator));
    const answers = await Promise.all(keys.map((key) => call('GET', '/me', { key })));
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
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

  it('ADMIN-19 ADMIN-20 ADMIN-21 an admin key calls no model, and may look at the models', async () => {
    const offered = OPERATIONS.filter(
      ({ offered: isOffered, credential }) => isOffered && credential === 'inference',
    );
    for (const { method, path } of offered)
      expect(refusal(await call(method, path, { body: {} })), path).toBe('403 inference_not_allowed');
    expect((await call('GET', '/v1/models')).status).toBe(200);
  });

  it('ADMIN-45 of refusals that no rate counts 300 a minute are in the log, and the size of no event is the caller to say', async () => {
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

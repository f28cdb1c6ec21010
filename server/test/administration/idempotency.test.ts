import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabases } from '#test-kit';
import { KEYS, refusal, startAdminFixture, type AdminFixture, type Reply } from './admin-fixture.ts';

describe.each(await testDatabases())('idempotency on $kind', (database) => {
  let fixture: AdminFixture;
  const create = (key: string, body: unknown, adminKey: string = KEYS.owner): Promise<Reply> =>
    fixture.call('POST', '/workspaces', { key: adminKey, body, headers: { 'idempotency-key': key } });
  const count = async (name: string): Promise<number> => {
    const { body } = await fixture.call('GET', '/workspaces?limit=100');
    return body.data.filter((one: { name: string }) => one.name === name).length;
  };

  beforeAll(async () => {
    fixture = await startAdminFixture(database);
  });
  afterAll(() => fixture?.stop());

  it('IDEM-01 IDEM-03 IDEM-04 WORK-16 a repetition returns the first response with the replay header and does nothing', async () => {
    const first = await create('a', { name: 'once' });
    const second = await create('a', { name: 'once' });
    expect(first.status).toBe(201);
    expect(second).toMatchObject({ status: 201, body: first.body });
    expect([first, second].map(({ headers }) => headers.get('idempotent-replayed'))).toEqual([null, 'true']);
    expect(await count('once')).toBe(1);
    const events = (
      await fixture.call('GET', `/audit_events?event=workspace.created&resource_id=${first.body.id}`)
    ).body.data;
    expect(events).toHaveLength(1);
  });

  it('IDEM-02 accepts keys of 1 to 255 characters', async () => {
    expect((await create('k'.repeat(255), { name: 'long key' })).status).toBe(201);
    expect(refusal(await create('k'.repeat(256), { name: 'longer key' }))).toBe(
      '400 invalid_parameter Idempotency-Key',
    );
    expect(refusal(await create('', { name: 'empty key' }))).toBe('400 invalid_parameter Idempotency-Key');
  });

  it('IDEM-06 the same key with another body gets 409', async () => {
    await create('b', { name: 'this' });
    expect(refusal(await create('b', { name: 'that' }))).toBe('409 idempotency_key_reused Idempotency-Key');
    expect(await count('that')).toBe(0);
  });

  it('D-IDEM-2 a refused request does not use up the key', async () => {
    expect(refusal(await create('c', { name: 'once' }))).toBe('409 name_taken name');
    expect((await create('c', { name: 'after all' })).status).toBe(201);
  });

  it('D-IDEM-2 a key is scoped to its organization and path', async () => {
    const own = await create('d', { name: 'same' });
    const other = await create('d', { name: 'same' }, KEYS.stranger);
    expect(other.status).toBe(201);
    expect(other.body.id).not.toBe(own.body.id);
    const archived = await fixture.call('POST', `/workspaces/${own.body.id}/archive`, {
      headers: { 'idempotency-key': 'd' },
    });
    expect(archived.body.archived_at).not.toBeNull();
  });

  it('D-IDEM-2 concurrent repetitions get 409 with Retry-After, and the work is done once', async () => {
    const responses = await Promise.all(Array.from({ length: 50 }, () => create('e', { name: 'at once' })));
    for (const response of responses) {
      if (response.status === 201) continue;
      expect(refusal(response)).toBe('409 resource_conflict');
      expect(response.headers.get('retry-after')).toBe('1');
    }
    const made = responses.filter(({ status }) => status === 201);
    expect(new Set(made.map(({ body }) => body.id)).size).toBe(1);
    expect(await count('at once')).toBe(1);
  });

  it('IDEM-03 D-IDEM-2 concurrent repetitions of a finished request all get its response', async () => {
    const first = await create('h', { name: 'long over' });
    const repetitions = await Promise.all(
      Array.from({ length: 50 }, () => create('h', { name: 'long over' })),
    );
    expect(repetitions.map(refusal)).toEqual(repetitions.map(() => '201'));
    for (const { body, headers } of repetitions)
      expect([body, headers.get('idempotent-replayed')]).toEqual([first.body, 'true']);
    expect(await count('long over')).toBe(1);
    const reused = await Promise.all(Array.from({ length: 4 }, () => create('h', { name: 'another' })));
    expect(new Set(reused.map(refusal))).toEqual(new Set(['409 idempotency_key_reused Idempotency-Key']));
  });

  it('D-IDEM-2 D-ADM-12 concurrent repetitions of a failed request run it once, and each request is logged', async () => {
    expect(refusal(await create('i', { name: 'long over' }))).toBe('409 name_taken name');
    const responses = await Promise.all(Array.from({ length: 8 }, () => create('i', { name: 'at last' })));
    expect(new Set(responses.map(refusal)).size).toBeLessThanOrEqual(2);
    expect(await count('at last')).toBe(1);
    const events = (await fixture.call('GET', '/audit_events?event=admin_api.request&limit=100')).body.data;
    const logged = responses.map(({ headers, status }) =>
      events.filter(
        (event: { request_id: string; details: { status: number } }) =>
          event.request_id === headers.get('x-request-id') && event.details.status === status,
      ),
    );
    expect(logged.map((found) => found.length)).toEqual(responses.map(() => 1));
  });

  it('IDEM-05 D-IDEM-2 after 24 hours the key can be reused and the response is deleted', async () => {
    await create('f', { name: 'yesterday' });
    await fixture.advance(24 * 3600);
    expect(refusal(await create('f', { name: 'yesterday' }))).toBe('409 name_taken name');
    expect((await create('f', { name: 'today' })).status).toBe(201);
  });

  it('D-GEN-9 stores responses encrypted', async () => {
    await create('g', { name: 'behind a seal' });
    const rows = await fixture.service.drainAndRead((db) =>
      db.selectFrom('idempotent_answers').selectAll().execute(),
    );
    expect(rows.map(({ key }) => key).toSorted()).toEqual(['f', 'g']);
    for (const row of rows) expect(row.sealed_answer.includes('behind a seal')).toBe(false);
  });
});

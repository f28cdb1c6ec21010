import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabases, type OpenTestDatabase } from '#test-kit';
import { dropAuditEvents } from './audit-events.ts';

const NOW_MS = Date.parse('2026-11-28T00:00:00Z');

describe.each(await testDatabases())('audit events on $kind', (database) => {
  let opened: OpenTestDatabase;
  beforeAll(async () => {
    opened = await database.open();
  });
  afterAll(() => opened.close());

  it('D-ADM-6 are deleted in statements of a bounded size, however many are old enough', async () => {
    const { db } = opened.store;
    await sql`
      insert into audit_events (id, organization_id, event, actor, resource, created_at)
      select 'audit_' || n, 'org_1', 'file.created', '{}', '{}', to_timestamp(${NOW_MS / 1000}) - n * interval '1 ms'
      from generate_series(0, 1500) as n`.execute(db);
    const deleted: number[] = [];
    const counting = db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: ({ result }) => {
        deleted.push(Number(result.numAffectedRows));
        return Promise.resolve(result);
      },
    });
    await dropAuditEvents(counting, NOW_MS);
    expect(deleted).toEqual([1000, 500]);
    const kept = await db.selectFrom('audit_events').select('id').execute();
    expect(kept).toEqual([{ id: 'audit_0' }]);
  });
});

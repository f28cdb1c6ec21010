import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabases } from '../../test-kit/databases/databases.ts';
import { migrate } from './migrate.ts';

describe.each(await testDatabases())('a $kind database from before the job table', (database) => {
  let before: string;
  beforeAll(() => {
    before = mkdtempSync(join(tmpdir(), 'svc-migrations-'));
    cpSync(new URL('./migrations/', import.meta.url), before, { recursive: true });
    for (const file of readdirSync(before)) if (file >= '0024') rmSync(join(before, file));
  });
  afterAll(() => rmSync(before, { recursive: true }));

  it('gets jobs for waiting mail, and mails the events that were not mailed', async () => {
    const { store, close } = await database.open({ migrated: false });
    const { db } = store;
    await migrate(store, pathToFileURL(`${before}/`));
    await sql`
      insert into mails (id, recipient, kind, data, created_at, due_at, status) values
        ('mail_1', 'a@acme.test', 'invite', '{}', '2026-01-01', '2026-01-02T00:00:00Z', 'waiting'),
        ('mail_2', 'b@acme.test', 'invite', '{}', '2026-01-01', '2026-01-01', 'sent')`.execute(db);
    await sql`
      insert into outbox_events (id, organization_id, type, data, created_at, mailed_at) values
        ('evt_1', 'org_1', 'credits.low_balance', '{}', '2026-01-01', null),
        ('evt_2', 'org_1', 'credits.low_balance', '{}', '2026-01-01', '2026-01-01'),
        ('evt_3', 'org_1', 'credits.low_balance', '{}', '2026-01-01', '2026-01-01')`.execute(db);
    await migrate(store);
    expect(
      await db.selectFrom('jobs').select(['id', 'kind', 'key', 'payload', 'due_at', 'attempts']).execute(),
    ).toEqual([
      {
        id: 'job_1',
        kind: 'mail.send',
        key: 'mail_1',
        payload: { mail_id: 'mail_1' },
        due_at: Date.parse('2026-01-02'),
        attempts: 0,
      },
    ]);
    const events = await db
      .selectFrom('outbox_events')
      .select(['id', 'position'])
      .orderBy('position')
      .execute();
    expect(events.map(({ id, position }) => [id, position])).toEqual([
      ['evt_2', 1],
      ['evt_3', 2],
      ['evt_1', 3],
    ]);
    expect(await db.selectFrom('event_cursors').selectAll().execute()).toEqual([
      { consumer: 'mail', position: 2 },
    ]);
    const { rows } = await sql<{ next: number }>`select nextval('outbox_positions') as next`.execute(db);
    expect(rows).toEqual([{ next: 4 }]);
    await close();
  });
});

import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AuditJournal } from '#store';
import { testDatabases, type OpenTestDatabase } from '../../../test-kit/databases/databases.ts';
import { AuditTrail } from './audit-trail.ts';
import { SYSTEM_ACTOR, type AuditEvent } from './record-audit.ts';
import { insertAuditRecords } from './store/audit-events.ts';

const log = pino({ level: 'silent' });
const NOW_MS = Date.parse('2026-11-20T21:14:02.123Z');

const event = (requestId: string, userAgent = 'curl'): AuditEvent => ({
  organizationId: 'org_1',
  event: 'admin_api.request',
  actor: SYSTEM_ACTOR,
  resource: { type: 'organization', id: 'org_1' },
  userAgent,
  requestId,
  details: { method: 'GET', path: '/v1/organizations/me', status: 200 },
});

describe.each(await testDatabases())('AuditTrail on $kind', (database) => {
  let opened: OpenTestDatabase;
  let directory: string;
  const journals: AuditJournal[] = [];
  const open = async (): Promise<AuditTrail> => {
    const { db } = opened.store;
    const journal = await AuditJournal.open({
      directory,
      deliver: (records) => insertAuditRecords(db, records),
      log,
    });
    journals.push(journal);
    return new AuditTrail({ journal, db, log });
  };
  const stored = () => opened.store.db.selectFrom('audit_events').selectAll().orderBy('id').execute();

  beforeAll(async () => {
    opened = await database.open();
  });
  afterAll(() => opened.close());
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'svc-audit-'));
  });
  afterEach(async () => {
    for (const journal of journals.splice(0)) await journal.close();
    await opened.store.db.deleteFrom('audit_events').execute();
    await rm(directory, { recursive: true, force: true });
  });

  it('ADMIN-44 an event is in a file when it is recorded, and in the log once however often that is replayed', async () => {
    const trail = await open();
    // PostgreSQL takes no NUL.
    trail.record(event('req_1', 'a\0b'), NOW_MS);
    const [segment] = await readdir(directory);
    await trail.deliver();
    const [row, ...others] = await stored();
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      organization_id: 'org_1',
      workspace_id: null,
      actor: SYSTEM_ACTOR,
      user_agent: 'a\uFFFDb',
      request_id: 'req_1',
      changes: {},
      details: { status: 200 },
      created_at: NOW_MS,
    });
    await journals.splice(0)[0]!.close();
    // The same record, as a process leaves it that was killed before it knew of the delivery.
    const line = JSON.stringify({ ...row, created_at: '2026-11-20T21:14:02.123Z' });
    await writeFile(join(directory, segment!), `${line}\n`);
    const next = await open();
    next.record(event('req_2'), NOW_MS + 1);
    await next.deliver();
    expect((await stored()).map((one) => one.request_id)).toEqual(['req_1', 'req_2']);
  });

  it('ADMIN-44 while the disk takes nothing an event goes to the database at once', async () => {
    const trail = await open();
    // A directory that is gone refuses a new segment as a full disk does.
    await rm(directory, { recursive: true });
    trail.record(event('req_1'), NOW_MS);
    await trail.deliver();
    expect((await stored()).map((one) => one.request_id)).toEqual(['req_1']);
  });
});

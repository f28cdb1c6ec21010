import { sql, type Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditEventQuery, AuditEventSearch } from '@svc/contract';
import { DAY_MS, HOUR_MS, newId } from '#kit';
import { OrganizationScope, type PageRequest, type Tables } from '#store';
import { testDatabases, type OpenTestDatabase } from '#test-kit';
import { explainQueries } from '../../../../test-kit/databases/explained-queries.ts';
import { findAuditEvents, insertAuditEvents, type AuditRow } from './audit-events.ts';
import { findIdsNamed, type ResourceNames } from './resource-names.ts';

const NOW_MS = Date.parse('2026-11-28T00:00:00Z');
const COMMON = 10_000;
const PAGE = { limit: 20 };
/** The common events fill more than a thousand. */
const MAX_BLOCKS = 150;

const groupNames: ResourceNames = ({ organizationId }) =>
  sql`select id, name from member_groups where organization_id = ${organizationId}`;

type Query = Partial<AuditEventQuery & Pick<AuditEventSearch, 'resource'>>;

function auditRow(nowMs: number, kind: 'common' | 'rare', idMs = nowMs): AuditRow {
  return {
    id: newId('audit_', idMs),
    nowMs,
    event: {
      organizationId: 'org_1',
      workspaceId: kind === 'rare' ? 'wrkspc_rare' : 'wrkspc_common',
      event: kind === 'rare' ? 'owner.reset' : 'admin_api.request',
      actor: { type: 'admin_key', id: `adminkey_${kind}`, email: null, role: null },
      resource: { type: 'admin_key', id: `adminkey_${kind}` },
      userAgent: 'a client that says much of itself '.repeat(10),
    },
  };
}

describe.each(await testDatabases())('filters of the audit log on $kind', (database) => {
  let opened: OpenTestDatabase;
  let db: Kysely<Tables>;
  const find = async ({ resource, ...query }: Query, page: PageRequest = PAGE, on = db) => {
    const scope = new OrganizationScope(on, 'org_1');
    const ids = resource === undefined ? undefined : await findIdsNamed(scope, [groupNames], resource);
    return findAuditEvents(scope, { ...PAGE, ...query }, page, ids);
  };

  beforeAll(async () => {
    opened = await database.open();
    ({ db } = opened.store);
    const startMs = NOW_MS - 100 * DAY_MS;
    const common = Array.from({ length: COMMON }, (_, n) =>
      auditRow(startMs + (n * 100 * DAY_MS) / COMMON, 'common'),
    );
    const rare = [1, 2, 3].map((n) => auditRow(startMs + n, 'rare'));
    for (let n = 0; n < COMMON; n += 1000) await insertAuditEvents(db, common.slice(n, n + 1000));
    await insertAuditEvents(db, rare);
    const organization = { id: 'org_1', name: 'Acme', provisioning_name: 'acme', plan: 'pro' };
    await db
      .insertInto('organizations')
      .values({ ...organization, subscribed_at: NOW_MS, created_at: NOW_MS })
      .execute();
    await sql`
      insert into member_groups (id, organization_id, name, created_at)
      select case n when 1 then 'adminkey_rare' else 'grp_' || n end, 'org_1', 'Team ' || n, now() from generate_series(1, 20) as n`.execute(
      db,
    );
    await sql`analyze audit_events`.execute(db);
  });
  afterAll(() => opened.close());

  it.each<[string, Query, number]>([
    ['a resource', { resource_id: 'adminkey_rare' }, 3],
    ['a resource by its name or id', { resource: 'adminkey_rare' }, 3],
    ['resources by their name, of which many have none', { resource: 'team' }, 3],
    ['an actor', { actor_id: 'adminkey_rare' }, 3],
    ['a name', { event: ['owner.reset'] }, 3],
    ['names', { event: ['owner.reset', 'owner.set_up'] }, 3],
    ['a workspace', { workspace_id: 'wrkspc_rare' }, 3],
    ['nothing there is', { resource_id: 'adminkey_none' }, 0],
    ['a time long ago', { ending_at: NOW_MS - 98 * DAY_MS }, 20],
    ['an actor, long ago', { actor_id: 'adminkey_common', ending_at: NOW_MS - 98 * DAY_MS }, 20],
  ])('ADMIN-39 find few events of %s without reading the others', async (_, query, count) => {
    expect((await find(query)).items).toHaveLength(count);
    const explained = await explainQueries(db, (on) => find(query, PAGE, on));
    for (const { plan } of explained) {
      const blocks = /Buffers: shared (?:hit=(\d+))? ?(?:read=(\d+))?/.exec(plan.join('\n'));
      expect(Number(blocks?.[1] ?? 0) + Number(blocks?.[2] ?? 0), plan.join('\n')).toBeLessThan(MAX_BLOCKS);
    }
  });

  it('ADMIN-39 list the events of several resources of a name together, page after page in both directions', async () => {
    const all = (await find({ resource: 'Team' })).items.map(({ id }) => id);
    const page = async (part: Partial<PageRequest>) => {
      const request = { limit: 2, ...part };
      const { items, hasMore } = await find({ resource: 'team' }, request);
      return { ids: items.map(({ id }) => id), hasMore };
    };
    expect(await page({})).toEqual({ ids: all.slice(0, 2), hasMore: true });
    expect(await page({ afterId: all[1] })).toEqual({ ids: all.slice(2), hasMore: false });
    expect(await page({ beforeId: all[2] })).toEqual({ ids: all.slice(0, 2), hasMore: false });
  });

  it('ADMIN-39 go by created_at, whatever time the id of an event has', async () => {
    const atMs = NOW_MS + 10 * DAY_MS;
    const rows = [
      auditRow(atMs, 'common', atMs + 2 * HOUR_MS),
      auditRow(atMs + HOUR_MS, 'common', atMs - 2 * HOUR_MS),
    ];
    await insertAuditEvents(db, rows);
    const found = async (sinceMs: number, beforeMs: number) => {
      const { items } = await find({ starting_at: sinceMs, ending_at: beforeMs });
      return items.map(({ id }) => id);
    };
    expect(await found(atMs, atMs + 2 * HOUR_MS)).toEqual(rows.map(({ id }) => id));
    expect(await found(atMs, atMs + 1)).toEqual([rows[0]!.id]);
    expect(await found(atMs + HOUR_MS, atMs + HOUR_MS + 1)).toEqual([rows[1]!.id]);
    expect(await found(atMs + 1, atMs + HOUR_MS)).toEqual([]);
    expect(await found(0, 1)).toEqual([]);
  });
});

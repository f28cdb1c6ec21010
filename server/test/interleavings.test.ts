import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkLedger, grantCredits } from '#features/billing';
import { testDatabases, type OpenTestDatabase } from '#test-kit';
import { anyBeginning, anyCommand, MEMBERS, WORKSPACES } from './interleavings/any-command.ts';
import { AnnouncementBus } from './interleavings/announcement-bus.ts';
import { usageOf } from './interleavings/commands/end.ts';
import type { Office } from './interleavings/commands/operate.ts';
import { Node } from './interleavings/node.ts';
import { GROUP_MEMBER, OrganizationModel } from './interleavings/organization-model.ts';
import { SteppedClock } from './interleavings/stepped-clock.ts';
import { TestCluster } from './interleavings/test-cluster.ts';

const LONG = process.env['TEST_INTERLEAVINGS'];
/** How many sequences on each database. Thousands take minutes. */
const RUNS = Number(LONG ?? 20);
const RUN_LIMIT_MS = 15_000;
const SUBSCRIBED = { org_1: '2026-01-31T12:00:00Z', org_2: '2026-02-15T12:00:00Z' } as const;

/** Around the ends of months, weeks and years. */
const start = fc
  .tuple(
    fc.constantFrom(
      '2026-11-21T12:00:00Z',
      '2026-11-29T21:00:00Z',
      '2026-11-30T23:58:00Z',
      '2026-12-31T22:00:00Z',
      '2027-02-28T01:00:00Z',
    ),
    fc.nat(100_000),
  )
  .map(([near, ms]) => Date.parse(near) + ms);

describe.each(await testDatabases())(
  'the books on the $kind database, with random interleavings',
  (database) => {
    let opened: OpenTestDatabase;
    beforeAll(async () => {
      opened = await database.open();
      await settleOrganizations();
    });
    afterAll(() => opened.close());

    async function settleOrganizations(): Promise<void> {
      const { db } = opened.store;
      await sql`insert into users (id, email, name, created_at) select id, id || '@acme.test', id, now() from unnest(${sql.lit(`{${MEMBERS.join()}}`)}::text[]) as ids(id)`.execute(
        db,
      );
      for (const id of Object.keys(SUBSCRIBED)) {
        await sql`insert into organizations (id, name, provisioning_name, plan, subscribed_at, created_at) values (${id}, ${id}, ${id}, 'pro', now(), now())`.execute(
          db,
        );
        await sql`insert into member_groups (id, organization_id, name, created_at) values (${`group_${id}`}, ${id}, 'Interns', now())`.execute(
          db,
        );
        await sql`insert into member_group_users (group_id, user_id) values (${`group_${id}`}, ${GROUP_MEMBER})`.execute(
          db,
        );
      }
      for (const id of WORKSPACES) {
        await sql`insert into workspaces (id, organization_id, name, created_at) values (${id}, 'org_1', ${id}, now())`.execute(
          db,
        );
      }
    }

    const office: Office = {
      grant: async (organizationId, amountNanos, nowMs) =>
        void (await grantCredits(opened.store.db, { organizationId, amountNanos, note: '' }, nowMs)),
      async limitSpend(organizationId, scope, nanos) {
        const { db } = opened.store;
        const [kind = '', id = null] = scope.split(':');
        const spendLimit = `${organizationId} ${scope}`;
        await sql`delete from spend_limits where id = ${spendLimit}`.execute(db);
        if (nanos === undefined) return;
        await sql`insert into spend_limits (id, organization_id, scope, workspace_id, user_id, group_id, limit_nanos, created_at, updated_at)
        values (${spendLimit}, ${organizationId}, ${kind}, ${kind === 'workspace' ? id : null}, ${kind === 'member' ? id : null},
          ${kind === 'group' ? `group_${organizationId}` : null}, ${nanos}, now(), now())`.execute(db);
      },
    };

    /** Ends all requests, brings up all nodes, and checks the database. */
    async function checkBooks(cluster: TestCluster): Promise<void> {
      const { db } = opened.store;
      for (const node of cluster.nodes) await cluster.mend(node);
      for (const [index, request] of cluster.running.entries()) {
        if (index % 2) cluster.abort(request);
        else
          await cluster.end(
            request,
            usageOf(request, { inputPercent: 100, cachedPercent: 0, outputPercent: 100 }),
          );
      }
      for (const node of cluster.nodes) await node.up();
      await cluster.settleDown();
      for (const node of cluster.nodes) await node.stop();

      const findings = await checkLedger(db, cluster.clock.nowMs());
      expect(findings.filter(({ broken }) => broken.length > 0)).toEqual([]);
      expect(await db.selectFrom('wallet_leases').selectAll().execute()).toEqual([]);
      expect(await db.selectFrom('limit_leases').selectAll().execute()).toEqual([]);
      for (const organization of cluster.organizations) {
        const wallet = await db
          .selectFrom('wallets')
          .selectAll()
          .where('organization_id', '=', organization.id)
          .executeTakeFirst();
        expect(wallet?.balance_nanos ?? 0).toBe(organization.grantedNanos - organization.spentNanos);
        const uses = await db
          .selectFrom('usage_records')
          .select('request_id')
          .where('organization_id', '=', organization.id)
          .execute();
        expect(uses.length).toBe(organization.uses.length);
        if (organization.tangledUntilMs === 0) await expectSessions(organization);
      }
    }

    async function expectSessions({ id, sessions }: OrganizationModel): Promise<void> {
      const rows = await opened.store.db
        .selectFrom('plan_usage')
        .selectAll()
        .where('organization_id', '=', id)
        .where('kind', '=', 'session')
        .execute();
      const stored = rows.map((row) => ({
        startMs: row.starts_at,
        endMs: row.ends_at,
        milli: row.used_milli,
      }));
      const byStart = (one: { startMs: number }, other: { startMs: number }): number =>
        one.startMs - other.startMs;
      expect(stored.toSorted(byStart)).toEqual(sessions.all.toSorted(byStart));
    }

    it(
      'LIMIT-20 to LIMIT-36, D-80 to D-88: every request gets the decision of the contract, and every nano-dollar is accounted for',
      { timeout: 30_000 + RUNS * RUN_LIMIT_MS },
      async () => {
        await fc.assert(
          fc.asyncProperty(
            start,
            anyBeginning(office),
            fc.noBias(fc.commands(anyCommand(office), { maxCommands: 80, size: 'max' })),
            async (startMs, beginning, commands) => {
              const { db } = opened.store;
              await sql`truncate usage_records, usage_hours, usage_days, usage_periods, plan_usage, credit_spend, ledger_entries, wallet_leases, limit_leases, wallets, spend_limits`.execute(
                db,
              );
              const directory = await mkdtemp(join(tmpdir(), 'svc-interleavings-'));
              const clock = new SteppedClock(startMs);
              const bus = new AnnouncementBus();
              const nodes = ['node_a', 'node_b'].map((name) => new Node(name, { db, clock, directory, bus }));
              const organizations = Object.entries(SUBSCRIBED).map(
                ([id, at]) => new OrganizationModel(id, Date.parse(at)),
              );
              const cluster = new TestCluster({ clock, nodes, organizations });
              try {
                for (const command of beginning) await command.run(cluster, cluster);
                await fc.asyncModelRun(() => ({ model: cluster, real: cluster }), commands);
                await checkBooks(cluster);
              } finally {
                for (const node of nodes) await node.crash();
                await rm(directory, { recursive: true, force: true });
              }
            },
          ),
          // Shrinking takes minutes too: the short run prints its seed instead.
          { numRuns: RUNS, endOnFailure: LONG === undefined },
        );
      },
    );
  },
);

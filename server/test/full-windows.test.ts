import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testDatabases, type OpenTestDatabase } from '#test-kit';
import { AnnouncementBus } from './interleavings/announcement-bus.ts';
import { Node } from './interleavings/node.ts';
import { OrganizationModel } from './interleavings/organization-model.ts';
import { SteppedClock } from './interleavings/stepped-clock.ts';
import { TestCluster, type Ask } from './interleavings/test-cluster.ts';

const START_MS = Date.parse('2026-11-25T08:00:00Z');
const NEXT_SESSION_MS = 6 * 3600_000;

/** Two nodes that plan use is asked of. Of 100 tokens a month a week has 60, a session 25. */
describe.each(await testDatabases())('full windows on the $kind database', (database) => {
  let opened: OpenTestDatabase;
  let cluster: TestCluster;
  let directory: string;
  let queries = 0;
  beforeEach(async () => {
    opened = await database.open();
    directory = await mkdtemp(join(tmpdir(), 'svc-full-windows-'));
    const { db } = opened.store;
    await sql`insert into users (id, email, name, created_at) values ('user_1', 'one@acme.test', 'One', now())`.execute(
      db,
    );
    await sql`insert into organizations (id, name, provisioning_name, plan, subscribed_at, created_at) values ('org_1', 'Acme', 'Acme', 'pro', now(), now())`.execute(
      db,
    );
    await sql`insert into workspaces (id, organization_id, name, created_at) values ('ws_1', 'org_1', 'One', now())`.execute(
      db,
    );
    const counted = db.withPlugin({
      transformQuery: ({ node }) => (queries++, node),
      transformResult: ({ result }) => Promise.resolve(result),
    });
    const clock = new SteppedClock(START_MS);
    const parts = { db: counted, clock, directory, bus: new AnnouncementBus() };
    const organization = new OrganizationModel('org_1', START_MS);
    organization.creditsEnabled = false;
    cluster = new TestCluster({
      clock,
      nodes: ['node_a', 'node_b'].map((name) => new Node(name, parts)),
      organizations: [organization],
    });
  });
  afterEach(async () => {
    for (const node of cluster.nodes) await node.stop();
    await opened.close();
    await rm(directory, { recursive: true, force: true });
  });

  const toAsk = (node: number): Ask => ({
    organization: cluster.organizations[0]!,
    node: cluster.nodes[node]!,
    member: 'user_1',
    workspace: 'ws_1',
    promptTokens: 1,
    maxOutputTokens: 1,
  });

  /** A request is admitted; the result ends it with this use. */
  async function admit(node: number): Promise<(tokens: number) => Promise<void>> {
    const ask = toAsk(node);
    const response = await cluster.ask(ask);
    expect(response.verdict).toEqual({ paidBy: 'subscription' });
    cluster.note(ask, response);
    const running = cluster.running.at(-1)!;
    return (tokens) =>
      cluster.end(running, {
        inputTokens: tokens,
        cachedInputTokens: 0,
        outputTokens: 0,
        reasoningTokens: 0,
      });
  }

  const refuse = async (node: number) => (await cluster.ask(toAsk(node))).verdict;

  it('LIMIT-27 a refusal names the week that another node filled a moment ago, not the full session', async () => {
    await (
      await admit(0)
    )(30);
    await cluster.settleDown();
    await cluster.advance(NEXT_SESSION_MS);
    const [endOne, endOther] = [await admit(0), await admit(1)];
    await endOther(25);
    expect(await refuse(1)).toMatchObject({ limit: 'session' });
    await endOne(10);
    expect(await refuse(1)).toEqual({ limit: 'weekly', resetsAt: '2026-11-30T00:00:00Z' });
    expect(await refuse(0)).toEqual({ limit: 'weekly', resetsAt: '2026-11-30T00:00:00Z' });
  });

  it('refusals that come together ask the other nodes together, and not at all once nothing reopens later', async () => {
    await (
      await admit(0)
    )(26);
    await refuse(0);
    queries = 0;
    await refuse(0);
    const once = queries;
    expect(once).toBeGreaterThan(0);
    const verdicts = await Promise.all(Array.from({ length: 50 }, () => refuse(0)));
    expect(new Set(verdicts.map((verdict) => JSON.stringify(verdict))).size).toBe(1);
    expect(queries).toBeLessThanOrEqual(3 * once);
    await cluster.advance(NEXT_SESSION_MS);
    await (
      await admit(0)
    )(100);
    expect(await refuse(0)).toMatchObject({ limit: 'monthly' });
    queries = 0;
    expect(await refuse(0)).toMatchObject({ limit: 'monthly' });
    expect(queries).toBe(0);
  });
});

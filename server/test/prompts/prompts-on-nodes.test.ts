import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startOwnRedis, testDatabases, testRedisUrl, type OpenTestDatabase, type OwnRedis } from '#test-kit';
import { startPromptsFixture, user, type PromptsFixture } from './prompts-fixture.ts';

const postgres = (await testDatabases()).find(({ kind }) => kind === 'postgres');
const canRun = postgres !== undefined && (await testRedisUrl()) !== undefined;

const OF_LISTENERS = sql`from pg_stat_activity where application_name = 'svc announcements' and datname = current_database()`;

async function connections({ store }: OpenTestDatabase): Promise<number> {
  return (await sql`select 1 ${OF_LISTENERS}`.execute(store.db)).rows.length;
}

/** Terminates listening connections repeatedly until the signal. */
async function breakConnections({ store }: OpenTestDatabase, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) await sql`select pg_terminate_backend(pid) ${OF_LISTENERS}`.execute(store.db);
}

describe.runIf(canRun)('prompt templates on two nodes', () => {
  let redis: OwnRedis;
  let opened: OpenTestDatabase;
  let first: PromptsFixture;
  let second: PromptsFixture;
  beforeAll(async () => {
    redis = await startOwnRedis();
    opened = await postgres!.open();
    first = await startPromptsFixture(opened, {}, { REDIS_URL: redis.url });
    second = await startPromptsFixture(opened, {}, { REDIS_URL: redis.url });
  });
  afterAll(async () => {
    await first?.stop();
    await second?.stop();
    await opened?.close();
    await redis?.kill();
  });

  const ask = async (node: PromptsFixture): Promise<unknown> => {
    const { status } = await node.message({ prompt: { template: 'shared@production' } });
    return status === 200 ? node.sent()[0]!.content : status;
  };
  /** Milliseconds until the node replies with that text. */
  const untilSeen = async (node: PromptsFixture, text: unknown): Promise<number> => {
    const startedAt = performance.now();
    while ((await ask(node)) !== text) if (performance.now() - startedAt > 10_000) return Infinity;
    return performance.now() - startedAt;
  };

  it('D-PTPL-4 follow a label that the other node moved within a second, ten times in a row', async () => {
    for (const text of ['one', 'two']) await first.create({ name: 'shared', messages: [user(text)] });
    expect(await ask(second)).toBe(404);
    await first.label('shared', 'production', 1);
    expect(await untilSeen(second, 'one')).toBeLessThan(1000);
    for (let i = 0; i < 10; i++) {
      const [from, to] = i % 2 === 0 ? ([first, second] as const) : ([second, first] as const);
      const [version, text] = i % 2 === 0 ? ([2, 'two'] as const) : ([1, 'one'] as const);
      await from.label('shared', 'production', version);
      expect(await ask(from)).toBe(text);
      expect(await untilSeen(to, text)).toBeLessThan(1000);
    }
  });

  it('D-PTPL-4 do so within a second even while the connection for announcements is lost', async () => {
    await first.label('shared', 'production', 1);
    await untilSeen(second, 'one');
    const breaking = new AbortController();
    const broken = breakConnections(opened, breaking.signal);
    await expect.poll(async () => connections(opened)).toBe(0);
    await first.label('shared', 'production', 2);
    expect(await untilSeen(second, 'two')).toBeLessThan(1100);
    breaking.abort();
    await broken;
  });
});

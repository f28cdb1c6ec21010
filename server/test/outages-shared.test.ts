import { describe, expect, it } from 'vitest';
import { chunk, MAIN_KEY, rawReply, sse, textReply } from '#test-kit';
import {
  ask,
  hasRedis,
  installCleanups,
  postgres,
  readiness,
  SECOND_KEY,
  startSharedOutageFixture,
  UNKNOWN_KEY,
  type SharedOutageFixture,
  type CallOutcome,
} from './outages/outage-fixture.ts';

installCleanups();

/** The first request may wait for both, 250 ms and 2 s, plus a margin. */
const TIMEOUT_MS = 3500;
/** So many times the slowest call before the outage is the machine's part, which is no waiting. */
const BUSY_FACTOR = 5;
const OPEN = { status: 200, code: undefined };
const CLOSED = { status: 503, code: 'authorization_unavailable' };

/** Calls with the known key during an outage, some concurrent and some in sequence. */
async function knownCalls(fixture: SharedOutageFixture): Promise<CallOutcome[]> {
  const received = await Promise.all(Array.from({ length: 20 }, () => ask(fixture.service)));
  for (let call = 0; call < 10; call++) received.push(await ask(fixture.service));
  return received;
}

function slowestMs(received: readonly { readonly ms: number }[]): number {
  return Math.max(...received.map(({ ms }) => ms));
}

/** What the machine adds to a limit, from the same calls before the outage. Their records are there when it resolves. */
async function machineMs(fixture: SharedOutageFixture): Promise<number> {
  const before = await recordedCalls(fixture);
  const received = await knownCalls(fixture);
  await expect.poll(() => recordedCalls(fixture)).toBeGreaterThanOrEqual(before + received.length);
  return BUSY_FACTOR * slowestMs(received);
}

function checkKnown(received: readonly CallOutcome[], addedMs: number): void {
  for (const each of received) expect(each).toMatchObject(OPEN);
  expect(slowestMs(received)).toBeLessThan(TIMEOUT_MS + addedMs);
}

async function recordedCalls({ database }: SharedOutageFixture): Promise<number> {
  const rows = await database.store.db.selectFrom('usage_records').select('request_id').execute();
  return rows.length;
}

describe.runIf(postgres && hasRedis)('with PostgreSQL and Redis', () => {
  it.each([
    ['refused', 'killed'],
    ['frozen', 'frozen'],
    ['refused', 'frozen'],
    ['frozen', 'killed'],
  ] as const)(
    'AUTH-38 LIMIT-12 PostgreSQL %s and Redis %s: known keys work, nothing gets 401, everything recovers',
    async (database, counters) => {
      const fixture = await startSharedOutageFixture();
      const { service, proxy, redis } = fixture;
      const addedMs = await machineMs(fixture);
      const before = await recordedCalls(fixture);
      if (database === 'refused') await proxy.refuse();
      else proxy.freeze();
      if (counters === 'killed') await redis.kill();
      else redis.freeze();

      const received = await knownCalls(fixture);
      for (const key of [SECOND_KEY, UNKNOWN_KEY]) {
        const unknown = await ask(service, key);
        expect(unknown).toMatchObject(CLOSED);
        expect(unknown.ms).toBeLessThan(3000 + addedMs);
      }
      await expect.poll(() => readiness(service)).toEqual([503, ['database']]);
      received.push(...(await knownCalls(fixture)));
      checkKnown(received, addedMs);

      if (counters === 'killed') await redis.restart();
      else redis.thaw();
      if (database === 'refused') await proxy.restore();
      else proxy.thaw();
      await expect.poll(() => readiness(service)).toEqual([200, []]);
      await expect.poll(async () => (await ask(service, SECOND_KEY)).status).toBe(200);
      expect(await ask(service, UNKNOWN_KEY)).toMatchObject({ status: 401, code: 'invalid_api_key' });
      await expect.poll(() => recordedCalls(fixture)).toBeGreaterThan(before + received.length);
    },
  );

  it('AUTH-38 PostgreSQL frozen with Redis available: a known key does not wait for it', async () => {
    const fixture = await startSharedOutageFixture();
    const { service, proxy } = fixture;
    const addedMs = await machineMs(fixture);
    proxy.freeze();
    const received = await knownCalls(fixture);
    checkKnown(received, addedMs);
    expect(slowestMs(received)).toBeLessThan(1900 + addedMs);
    expect(await ask(service, SECOND_KEY)).toMatchObject(CLOSED);
    await expect.poll(() => readiness(service)).toEqual([503, ['database']]);
    proxy.thaw();
    await expect.poll(() => readiness(service)).toEqual([200, []]);
  });

  it('LIMIT-12 Redis frozen during streams: no stream is affected, and new ones do not wait for it', async () => {
    const fixture = await startSharedOutageFixture();
    const { service, upstream, redis } = fixture;
    const { promise: thawed, resolve: end } = Promise.withResolvers<void>();
    const words = Array.from({ length: 20 }, (_, i) => sse(chunk({ content: `word${i} ` })));
    upstream.script(rawReply([...words, { until: thawed }, ...words, sse(chunk({}, 'stop')), sse('[DONE]')]));
    const stream = async () => {
      const startedAt = performance.now();
      const response = await service.post('/v1/chat/completions', MAIN_KEY, {
        messages: [{ role: 'user', content: 'hello' }],
      });
      return { status: response.status, ms: performance.now() - startedAt, text: response.text() };
    };
    const before = await Promise.all(Array.from({ length: 10 }, stream));
    const addedMs = BUSY_FACTOR * slowestMs(before);
    redis.freeze();
    const during = await Promise.all(Array.from({ length: 10 }, stream));
    await expect.poll(() => readiness(service)).toEqual([200, ['counters']]);
    end();
    for (const { status, text } of [...before, ...during]) {
      expect(status).toBe(200);
      expect((await text).match(/word\d+/g)).toHaveLength(40);
      expect(await text).toMatch(/data: \[DONE\]\n\n$/);
    }
    expect(slowestMs(during)).toBeLessThan(1900 + addedMs);
    redis.thaw();
    upstream.script(textReply('fine'));
    await expect.poll(() => readiness(service)).toEqual([200, []]);
    expect(await ask(service)).toMatchObject(OPEN);
  });
});

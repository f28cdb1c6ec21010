import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import fc from 'fast-check';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { SlotClaim } from '#engine';
import { createClock, type Clock } from '#kit';
import { testRedisUrl } from '#test-kit';
import { RedisUnavailable, SharedCounters, SharedSlots } from './index.ts';

const url = await testRedisUrl();
const log = pino({ level: 'silent' });
const LIFETIME_MS = 60_000;
const ORGANIZATIONS = ['a', 'b', 'c'] as const;

/** One engine's slots, as its holders claim them. */
class Engine {
  readonly name = `test-${randomUUID()}`;
  readonly capacity: number;
  #number = 0;

  constructor(capacity: number) {
    this.capacity = capacity;
  }

  claim(
    holder: string,
    held: Readonly<Record<string, number>>,
    wanted: readonly string[] = [],
    more: Partial<SlotClaim> = {},
  ): SlotClaim {
    const inUse = Object.values(held).reduce((sum, slots) => sum + slots, 0);
    const { name: engine, capacity } = this;
    const limits = { capacity, fairFrom: capacity * 0.8, lifetimeMs: LIFETIME_MS, nodes: 3 };
    return {
      engine,
      holder,
      number: ++this.#number,
      ...limits,
      held: new Map(Object.entries(held)),
      inUse,
      kept: inUse,
      wanted,
      ...more,
    };
  }
}

describe.runIf(url)('the slots of an engine', () => {
  const redis = new Redis(url!);
  let counters: SharedCounters;
  let clock: Clock;
  let slots: SharedSlots;
  beforeAll(async () => {
    clock = createClock();
    counters = new SharedCounters(url!, { clock, log });
    slots = new SharedSlots(counters);
    await vi.waitUntil(() => !slots.unavailable, { timeout: 20_000 });
  });
  afterAll(async () => {
    await counters.close();
    redis.disconnect();
  });

  const keysOf = (engine: Engine): string[] =>
    ['leases', 'organizations', 'slots', 'emptied'].map((part) => `svc:{engine:${engine.name}}:${part}`);
  const forget = (engine: Engine): Promise<number> => redis.del(keysOf(engine));

  it('D-78 are lent with a reserve far from full, one by one near it, and never twice', async () => {
    const engine = new Engine(100);
    expect(await slots.claim(engine.claim('n1', {}, ['a']))).toEqual({
      leased: 5,
      leasedByAll: 5,
      holders: 1,
      outcomes: ['granted'],
    });
    // After one grant, 74 slots are free below the threshold: four more are lent.
    expect(await slots.claim(engine.claim('n2', {}, ['b']))).toEqual({
      leased: 5,
      leasedByAll: 10,
      holders: 2,
      outcomes: ['granted'],
    });
    expect(await slots.claim(engine.claim('n1', { a: 75 }))).toMatchObject({ leased: 75, leasedByAll: 80 });
    expect(await slots.claim(engine.claim('n2', { b: 5 }, ['b', 'c']))).toMatchObject({
      leased: 7,
      outcomes: ['granted', 'granted'],
    });
    const everything = await slots.claim(
      engine.claim(
        'n3',
        {},
        Array.from({ length: 20 }, (_, i) => `o${i}`),
      ),
    );
    expect([everything.leased, everything.leasedByAll]).toEqual([18, 100]);
    expect(everything.outcomes).toEqual([...Array<string>(18).fill('granted'), 'full', 'full']);
    await forget(engine);
  });

  it('ERR-33 D-78 are shared fairly between organizations across all nodes once most are taken', async () => {
    const engine = new Engine(10);
    await slots.claim(engine.claim('n1', { a: 3 }));
    await slots.claim(engine.claim('n2', { a: 3, b: 1 }));
    expect((await slots.claim(engine.claim('n3', {}, ['a']))).outcomes).toEqual(['granted']);
    // Seven are a's and one is b's: a exceeds its half on every node.
    for (const node of ['n1', 'n3']) {
      const held = node === 'n1' ? { a: 3 } : { a: 1 };
      expect((await slots.claim(engine.claim(node, held, ['a']))).outcomes).toEqual(['fair_share']);
    }
    expect((await slots.claim(engine.claim('n3', { a: 1 }, ['b', 'newcomer', 'newcomer']))).outcomes).toEqual(
      ['granted', 'granted', 'full'],
    );
    // Requests that ended on one node no longer count on the others. A third of ten is four: b's next two
    // complete its share.
    await slots.claim(engine.claim('n1', {}));
    expect((await slots.claim(engine.claim('n2', { a: 3, b: 1 }, ['b', 'b', 'b']))).outcomes).toEqual([
      'granted',
      'granted',
      'fair_share',
    ]);
    await forget(engine);
  });

  it('D-78 of a dead node come back after a minute, including its organizations', async () => {
    const engine = new Engine(4);
    await slots.claim(engine.claim('dead', { a: 4 }));
    const moved = createClock();
    const laterCounters = new SharedCounters(url!, { clock: moved, log });
    const later = new SharedSlots(laterCounters);
    await vi.waitUntil(() => !later.unavailable, { timeout: 20_000 });
    await moved.advance(LIFETIME_MS - 2000);
    expect((await later.claim(engine.claim('n2', {}, ['b']))).outcomes).toEqual(['full']);
    await moved.advance(2000);
    expect(await later.claim(engine.claim('n2', {}, ['b']))).toMatchObject({
      leasedByAll: 1,
      holders: 1,
      outcomes: ['granted'],
    });
    expect(await redis.hgetall(`svc:{engine:${engine.name}}:slots`)).toEqual({ b: '1' });
    expect(await redis.pttl(`svc:{engine:${engine.name}}:leases`)).toBeGreaterThan(0);
    await laterCounters.close();
    await forget(engine);
  });

  it('follow the latest claim, whichever arrives last', async () => {
    const engine = new Engine(10);
    await slots.claim(engine.claim('n1', {}));
    const [early, late] = [engine.claim('n1', { a: 1 }), engine.claim('n1', { a: 3 })];
    await slots.claim(late);
    await slots.claim(early);
    expect(await slots.claim(engine.claim('n2', {}))).toMatchObject({ leasedByAll: 3 });
    await slots.leave(engine.name, 'n1');
    await slots.leave(engine.name, 'n2');
    expect(await redis.exists(keysOf(engine))).toBe(0);
  });

  it('that were kept but are unknown to Redis are kept only if nobody else has them', async () => {
    const engine = new Engine(10);
    await slots.claim(engine.claim('n1', { a: 8 }));
    expect(await slots.claim(engine.claim('n2', { b: 1 }, [], { kept: 7 }))).toMatchObject({
      leased: 2,
      leasedByAll: 10,
    });
    // Slots in use are recorded even when they exceed the limit.
    expect(await slots.claim(engine.claim('n3', { c: 3 }))).toMatchObject({ leased: 3, leasedByAll: 13 });
    await forget(engine);
  });

  it('LIMIT-12 D-78 are lent only in parts while their holders register again after Redis was emptied', async () => {
    const engine = new Engine(9);
    for (const node of ['n1', 'n2', 'n3']) await slots.claim(engine.claim(node, {}));
    await forget(engine);
    expect(await slots.claim(engine.claim('n1', { a: 2 }, ['a', 'b']))).toMatchObject({
      leased: 3,
      holders: 3,
      outcomes: ['granted', 'unknown'],
    });
    expect(await slots.claim(engine.claim('n2', { a: 5 }, ['b']))).toMatchObject({
      leased: 5,
      leasedByAll: 8,
      outcomes: ['unknown'],
    });
    await forget(engine);
  });

  it('D-78 are never lent twice, and counted exactly per organization, through any claims and ends of nodes', async () => {
    const organization = fc.constantFrom(...ORGANIZATIONS);
    const step = fc.record({
      node: fc.integer({ min: 0, max: 2 }),
      wanted: fc.array(organization, { maxLength: 4 }),
      ends: fc.array(organization),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 40 }),
        fc.array(step, { minLength: 1, maxLength: 25 }),
        async (capacity, steps) => {
          const engine = new Engine(capacity);
          const nodes = [{}, {}, {}].map((held: Record<string, number>) => ({ held, leased: 0 }));
          for (const { node, wanted, ends } of steps) {
            const mine = nodes[node]!;
            for (const organizationId of ends)
              if ((mine.held[organizationId] ?? 0) > 0) mine.held[organizationId]!--;
            for (const [organizationId, count] of Object.entries(mine.held))
              if (count === 0) delete mine.held[organizationId];
            const loan = await slots.claim(engine.claim(`n${node}`, mine.held, wanted));
            mine.leased = loan.leased;
            for (const [i, outcome] of loan.outcomes.entries())
              if (outcome === 'granted') mine.held[wanted[i]!] = (mine.held[wanted[i]!] ?? 0) + 1;
            const leased = nodes.reduce((sum, each) => sum + each.leased, 0);
            expect([loan.leasedByAll, leased <= capacity]).toEqual([leased, true]);
            // `full` only when every slot is taken, and a newcomer is refused for no other reason.
            if (loan.outcomes.includes('full')) expect(leased).toBe(capacity);
            const totals: Record<string, string> = {};
            for (const organizationId of ORGANIZATIONS) {
              const total = nodes.reduce((sum, each) => sum + (each.held[organizationId] ?? 0), 0);
              if (total > 0) totals[organizationId] = String(total);
              if (total === 0) expect(loan.outcomes[wanted.indexOf(organizationId)]).not.toBe('fair_share');
            }
            expect(await redis.hgetall(`svc:{engine:${engine.name}}:slots`)).toEqual(totals);
          }
          await forget(engine);
        },
      ),
      { numRuns: 60 },
    );
  });
});

it('report immediately that they are unavailable when Redis does not answer', async () => {
  const counters = new SharedCounters('redis://127.0.0.1:1', { clock: createClock(), log });
  await expect(new SharedSlots(counters).claim(new Engine(1).claim('n', {}, ['a']))).rejects.toThrow(
    RedisUnavailable,
  );
  await counters.close();
});

import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { SharedCounters, SharedSlots } from '#cluster';
import { FleetCapacity } from '#engine';
import { createClock, type Clock } from '#kit';
import { startOwnRedis, testRedisUrl, type OwnRedis } from '#test-kit';

const log = pino({ level: 'silent' });
const PATIENTLY = { timeout: 20_000 };
const NODES = 3;
vi.setConfig({ testTimeout: 120_000 });

type Slots = ReturnType<FleetCapacity['slots']>;

interface Node {
  readonly clock: Clock;
  readonly counters: SharedCounters;
  readonly capacity: FleetCapacity;
}

/** One engine's slots on several nodes, and their holders. */
class Fleet {
  readonly slots: readonly Slots[];
  readonly capacity: number;
  readonly held: { readonly slots: Slots; readonly organizationId: string }[] = [];
  most = 0;
  /**
   * The longest wait: close to 250 ms means that a node may have decided alone because the machine was busy.
   */
  slowestMs = 0;

  constructor(nodes: readonly Node[], capacity: number) {
    const engine = `test-${randomUUID()}`;
    this.capacity = capacity;
    this.slots = nodes.map((node) => node.capacity.slots(capacity, engine));
  }

  get inUse(): number {
    return this.slots.reduce((sum, { inUse }) => sum + inUse, 0);
  }

  async request(node: number, organizationId: string): Promise<string> {
    const slots = this.slots[node]!;
    const askedAt = performance.now();
    const response = await slots.request(organizationId);
    this.slowestMs = Math.max(this.slowestMs, performance.now() - askedAt);
    if (response === 'taken') this.held.push({ slots, organizationId });
    this.most = Math.max(this.most, this.inUse);
    return response;
  }

  release(place: number): void {
    const [given] = this.held.splice(place % this.held.length, 1);
    given?.slots.release(given.organizationId);
  }

  /** A new organization can get every slot on any node, once what others kept has come back. */
  async isWhole(): Promise<void> {
    while (this.held.length > 0) this.release(0);
    for (let node = 0; node < this.slots.length; node++) {
      await vi.waitUntil(async () => {
        await Promise.all(
          Array.from({ length: this.capacity - this.held.length }, () => this.request(node, 'newcomer')),
        );
        return this.held.length === this.capacity;
      }, PATIENTLY);
      while (this.held.length > 0) this.release(0);
    }
    await Promise.all(this.slots.map((slots) => slots.close()));
  }
}

describe.runIf((await testRedisUrl()) !== undefined)('the slots of an engine on several nodes', () => {
  let redis: OwnRedis;
  let nodes: Node[];
  beforeAll(async () => {
    redis = await startOwnRedis();
    nodes = Array.from({ length: NODES }, (_, i) => {
      const clock = createClock();
      const counters = new SharedCounters(redis.url, { clock, log });
      return {
        clock,
        counters,
        capacity: new FleetCapacity({ lender: new SharedSlots(counters), runId: `n${i}`, clock }),
      };
    });
    await allConnected();
  });
  afterAll(async () => {
    for (const { counters } of nodes) await counters.close();
    await redis.kill();
  });
  const allConnected = (): Promise<unknown> =>
    vi.waitUntil(() => nodes.every(({ counters }) => !counters.unavailable), PATIENTLY);

  it('D-78 slots are never used twice and all come back, whichever node takes and releases them', async () => {
    const step = fc.record({
      node: fc.integer({ min: 0, max: NODES - 1 }),
      organization: fc.constantFrom('a', 'b', 'c', 'd'),
      asks: fc.integer({ min: 0, max: 6 }),
      ends: fc.array(fc.nat(), { maxLength: 6 }),
      /** Whether the next step starts while this one's replies are pending. */
      waits: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 60 }),
        fc.array(step, { minLength: 5, maxLength: 60 }),
        async (capacity, steps) => {
          const fleet = new Fleet(nodes, capacity);
          const responses: Promise<string>[] = [];
          for (const { node, organization, asks, ends, waits } of steps) {
            for (let i = 0; i < asks; i++) responses.push(fleet.request(node, organization));
            for (const place of ends) if (fleet.held.length > 0) fleet.release(place);
            if (waits) await Promise.all(responses);
          }
          const refused = new Set(await Promise.all(responses));
          const { most, slowestMs } = fleet;
          await fleet.isWhole();
          fc.pre(slowestMs < 200);
          expect([most <= capacity, refused.has('capacity_unreachable')]).toEqual([true, false]);
        },
      ),
      { numRuns: 12 },
    );
  });

  it('LIMIT-12 D-78 nodes continue within 250 ms when Redis does not answer, and share again when it returns', async () => {
    const fleet = new Fleet(nodes, 30);
    for (let node = 0; node < NODES; node++) expect(await fleet.request(node, 'a')).toBe('taken');
    redis.freeze();
    try {
      const startedAt = performance.now();
      const responses = await Promise.all(
        Array.from({ length: 90 }, (_, i) => fleet.request(i % NODES, `o${i}`)),
      );
      expect(performance.now() - startedAt).toBeLessThan(2000);
      expect(new Set(responses)).toEqual(new Set(['taken', 'capacity_unreachable']));
      const again = performance.now();
      for (let i = 0; i < 30; i++) expect(await fleet.request(i % NODES, 'a')).toBe('capacity_unreachable');
      // If each waited again, all together would take 7.5 seconds.
      expect(performance.now() - again).toBeLessThan(2000);
    } finally {
      redis.thaw();
    }
    await allConnected();
    await fleet.isWhole();
  });

  it('D-78 a node does not use slots of a lease that expired while it was suspended', async () => {
    const fleet = new Fleet(nodes, 4);
    for (let i = 0; i < 3; i++) expect(await fleet.request(0, 'a')).toBe('taken');
    // What a process suspended for a minute sees when it resumes; meanwhile the others have its slots.
    await nodes[0]!.clock.advance(60_000);
    await nodes[1]!.clock.advance(60_000);
    for (let i = 0; i < 4; i++) expect(await fleet.request(1, 'b')).toBe('taken');
    fleet.release(0);
    expect(await fleet.request(0, 'c')).toBe('temporarily_unavailable');
    await fleet.isWhole();
  });
});

import { describe, expect, it, vi } from 'vitest';
import { createClock } from '#kit';
import type { EngineConfig, RouteConfig } from '#config';
import { CapacityLease } from '../capacity/capacity-lease.ts';
import { FleetCapacity } from '../capacity/fleet-capacity.ts';
import { Generation } from './generation.ts';
import type { SlotLoan } from '../capacity/slot-lender.ts';
import { replies, FakeEngine } from '../test-support/fake-engine.ts';
import { engineConfig, route } from '../test-support/generation-bench.ts';
import { FakeLender } from '../test-support/fake-lender.ts';
import { RecordingSink } from '../test-support/recording-sink.ts';
import { requestOf } from '../test-support/requests.ts';
import { silentLog } from '../test-support/silent-log.ts';

const remote = (name: string, maxConcurrency = 4): EngineConfig => ({
  ...engineConfig({ maxConcurrency }),
  type: 'openai',
  base_url: `http://${name}.test/v1`,
  headers: {},
  embeddings_per_request: 256,
  response_formats: [],
});
const named = (catalogName: string): unknown => expect.objectContaining({ catalogName });

/** One of several nodes, whose lender and engines the test controls. */
function openNode(engines: Readonly<Record<string, EngineConfig>>, routes: readonly RouteConfig[]) {
  const lender = new FakeLender();
  const model = { id: 'm', routes };
  const made: { readonly name: string; readonly engine: FakeEngine }[] = [];
  const createEngine = (_config: EngineConfig, name: string): FakeEngine => {
    const engine = new FakeEngine(replies);
    made.push({ name, engine });
    return engine;
  };
  const clock = createClock();
  const capacity = new FleetCapacity({ lender, runId: 'run', clock });
  const config = { engines, models: [model] };
  const generation = new Generation({ config, clock, log: silentLog, capacity, createEngine });
  return { lender, model, made, generation, config, [Symbol.asyncDispose]: () => generation.close() };
}

type Outcome = SlotLoan['outcomes'][number];

/** Sets each engine's outcome for slot requests, in the order of the configuration. */
function decide({ lender }: { lender: FakeLender }, ...outcomes: readonly Outcome[]): void {
  const engines = [...new Set(lender.claims.map(({ engine }) => engine))];
  lender.respond = ({ engine, wanted }) => ({
    outcomes: wanted.map(() => outcomes[engines.indexOf(engine)]!),
  });
}

/** Waits until this many claims have reached the lender: each engine makes one at the start. */
const claimed = (node: { lender: FakeLender }, claims: number): Promise<unknown> =>
  vi.waitUntil(() => node.lender.claims.length === claims, { timeout: 20_000 });

describe('a generation that shares its engines with other nodes', () => {
  it('waits for a slot when none is free, and releases it after the run', async () => {
    await using node = openNode({ a: remote('a') }, [route('a')]);
    await claimed(node, 1);
    const admitted = node.generation.admit(node.model, 'org');
    expect(admitted).toBeInstanceOf(Promise);
    const sink = new RecordingSink();
    node.generation.run(await admitted, requestOf(), sink);
    await sink.done;
    expect([sink.text, node.generation.stats()[0]!.inFlight]).toEqual(['answer', 0]);
  });

  it('asks the preferred engine although the next one has a slot, and moves on when refused', async () => {
    await using node = openNode({ a: remote('a'), b: remote('b') }, [route('a', 1), route('b', 2)]);
    await claimed(node, 2);
    const [preferred] = node.lender.claims;
    node.lender.respond = ({ engine }) => (engine === preferred!.engine ? {} : { leased: 3 });
    const first = await node.generation.admit(node.model, 'org');
    expect(first.use().host.name).toBe('a');
    decide(node, 'full', 'granted');
    const second = await node.generation.admit(node.model, 'org');
    expect(second.use().host.name).toBe('b');
    first.release();
    second.release();
  });

  it('ERR-33 ERR-34 returns the most specific refusal when several engines refused', async () => {
    await using node = openNode({ a: remote('a'), b: remote('b') }, [route('a', 1), route('b', 2)]);
    await claimed(node, 2);
    const refusals: readonly [Outcome, Outcome, string][] = [
      ['fair_share', 'full', 'capacity_busy'],
      ['full', 'fair_share', 'capacity_busy'],
      ['full', 'full', 'temporarily_unavailable'],
    ];
    for (const [first, second, code] of refusals) {
      decide(node, first, second);
      await expect(node.generation.admit(node.model, 'org')).rejects.toEqual(named(code));
    }
    node.lender.unavailable = true;
    for (const slots of ['a', 'b'])
      expect((node.generation.admit(node.model, slots) as CapacityLease).use().host.name).toBe(slots);
    expect(() => node.generation.admit(node.model, 'c')).toThrow(named('capacity_unreachable'));
  });

  it('starts over when the configuration changed while it waited', async () => {
    await using node = openNode({ a: remote('a') }, [route('a')]);
    await claimed(node, 1);
    const { promise: go, resolve } = Promise.withResolvers<Partial<SlotLoan>>();
    node.lender.respond = () => go;
    const waiting = node.generation.admit(node.model, 'org');
    await claimed(node, 2);
    node.generation.reconfigure({ ...node.config, engines: { a: remote('a', 5) } });
    node.lender.respond = () => ({});
    resolve({});
    const lease = await waiting;
    expect(lease.use().host.engine).toBe(node.made[1]!.engine);
    expect([node.made[0]!.engine.closed, node.generation.stats()[0]]).toEqual([
      true,
      expect.objectContaining({ capacity: 5, inFlight: 1 }),
    ]);
    await expect.poll(() => node.lender.left).toBe(1);
    lease.release();
  });

  it('refuses waiting requests when it closes', async () => {
    const node = openNode({ a: remote('a') }, [route('a')]);
    await claimed(node, 1);
    const { promise: go, resolve } = Promise.withResolvers<Partial<SlotLoan>>();
    node.lender.respond = () => go;
    const waiting = node.generation.admit(node.model, 'org');
    await claimed(node, 2);
    const closed = node.generation.close();
    resolve({});
    await expect(waiting).rejects.toEqual(named('temporarily_unavailable'));
    await closed;
    expect([node.lender.left, node.generation.stats()[0]!.inFlight]).toEqual([1, 0]);
  });

  it('uses in-process engines alone, and answers for them synchronously', async () => {
    await using node = openNode({ s: engineConfig({ maxConcurrency: 5 }) }, [route('s')]);
    const leases = [...Array.from({ length: 4 }, () => 'a'), 'b'].map((org) =>
      node.generation.admit(node.model, org),
    );
    expect(leases.every((lease) => lease instanceof CapacityLease)).toBe(true);
    expect(() => node.generation.admit(node.model, 'c')).toThrow(named('temporarily_unavailable'));
    (leases[4] as CapacityLease).release();
    expect(() => node.generation.admit(node.model, 'c')).not.toThrow();
    expect(node.lender.claims).toEqual([]);
  });
});

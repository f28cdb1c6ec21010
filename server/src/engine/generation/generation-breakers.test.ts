import { afterEach, describe, expect, it, vi } from 'vitest';
import { EngineFault, type EngineEvent } from '../events.ts';
import { replies, failsWith, FakeEngine } from '../test-support/fake-engine.ts';
import { GenerationBench, route } from '../test-support/generation-bench.ts';

const status = (code: number): EngineFault => new EngineFault('status', { status: code });
const TEXT: EngineEvent = { type: 'text', text: 'begun' };

describe('circuit breakers', () => {
  afterEach(() => void vi.restoreAllMocks());

  it('keep requests away from a dead route, and never block the only usable one', async () => {
    const engines = {
      a: new FakeEngine(failsWith(new EngineFault('unreachable'))),
      b: new FakeEngine(replies),
    };
    await using bench = new GenerationBench(engines, [route('a', 1), route('b', 2)]);
    for (let i = 0; i < 10; i++) await bench.complete();
    expect([engines.a.calls.length, engines.b.calls.length]).toEqual([5, 10]);
    expect(bench.generation.stats()[0]).toMatchObject({
      name: 'a',
      faults: { unreachable: 5 },
      routes: [{ model: 'a-model', breaker: 'open' }],
    });
    engines.b.behaviour = failsWith(status(500));
    for (let i = 0; i < 5; i++) await bench.complete();
    expect([engines.a.calls.length, engines.b.calls.length]).toEqual([5, 15]);
    // Both breakers are open now, so both routes are tried.
    await bench.complete();
    expect([engines.a.calls.length, engines.b.calls.length]).toEqual([6, 16]);
  });

  it('close at the first output of a probe, whose end then counts as that of any call', async () => {
    const unreachable = failsWith(new EngineFault('unreachable'));
    const engines = { a: new FakeEngine(unreachable), b: new FakeEngine(replies) };
    await using bench = new GenerationBench(engines, [route('a', 1), route('b', 2)]);
    for (let i = 0; i < 5; i++) await bench.complete();
    const openedAtMs = performance.now();
    const now = vi.spyOn(performance, 'now').mockReturnValue(openedAtMs + 6000);
    engines.a.behaviour = () => {};
    bench.run();
    await bench.complete();
    expect([engines.a.calls.length, engines.b.calls.length]).toEqual([6, 6]);
    const probe = engines.a.calls[5]!.sink;
    probe.event(TEXT);
    bench.run();
    expect([engines.a.calls.length, engines.b.calls.length]).toEqual([7, 6]);

    engines.a.behaviour = unreachable;
    for (let i = 0; i < 5; i++) await bench.complete();
    now.mockReturnValue(openedAtMs + 12_000);
    engines.a.behaviour = () => {};
    bench.run();
    expect(engines.a.calls).toHaveLength(13);
    probe.fail(new EngineFault('timeout'));
    await bench.complete();
    expect([engines.a.calls.length, engines.b.calls.length]).toEqual([13, 12]);
  });

  it('stay closed through any number of refusals', async () => {
    const engines = { a: new FakeEngine(failsWith(status(400))), b: new FakeEngine(replies) };
    await using bench = new GenerationBench(engines, [route('a', 1), route('b', 2)]);
    for (let i = 0; i < 20; i++) await bench.complete();
    expect(engines.a.calls).toHaveLength(20);
  });
});

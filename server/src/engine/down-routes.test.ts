import { describe, expect, it } from 'vitest';
import { EngineFault } from './events.ts';
import { replies, FakeEngine, failsWith } from './test-support/fake-engine.ts';
import { GenerationBench, route } from './test-support/generation-bench.ts';

const dead = (): FakeEngine => new FakeEngine(failsWith(new EngineFault('unreachable')));
const times = async (count: number, bench: GenerationBench): Promise<void> => {
  for (let call = 0; call < count; call++) await bench.complete();
};

describe('failing routes', () => {
  it('are none while failures are few or are signs of life', async () => {
    await using few = new GenerationBench({ a: dead() }, [route('a')]);
    await times(4, few);
    expect(few.generation.downRoutes()).toEqual([]);
    const busy = new FakeEngine(failsWith(new EngineFault('status', { status: 429 })));
    await using alive = new GenerationBench({ a: busy }, [route('a')]);
    await times(8, alive);
    expect(alive.generation.downRoutes()).toEqual([]);
  });

  it('are replaced while another route of the model answers', async () => {
    await using bench = new GenerationBench({ a: dead(), b: new FakeEngine(replies) }, [
      route('a', 1),
      route('b', 2),
    ]);
    await times(5, bench);
    expect(bench.generation.downRoutes()).toEqual([
      { model: 'm', engine: 'a', why: 'failing', isReplaced: true },
    ]);
    bench.engines['b']!.behaviour = failsWith(new EngineFault('timeout'));
    await times(5, bench);
    expect(bench.generation.downRoutes()).toEqual([
      { model: 'm', engine: 'a', why: 'failing', isReplaced: false },
      { model: 'm', engine: 'b', why: 'failing', isReplaced: false },
    ]);
  });

  it('name an engine once, however many of its models the route uses', async () => {
    const routes = [route('a'), { ...route('a'), model: 'other' }];
    await using bench = new GenerationBench({ a: dead() }, routes, {}, { random: () => 0 });
    await times(12, bench);
    expect(bench.generation.downRoutes()).toEqual([
      { model: 'm', engine: 'a', why: 'failing', isReplaced: false },
    ]);
  });

  it('out of service are told apart from failing ones, and replace none of them', async () => {
    await using bench = new GenerationBench({ a: dead(), b: new FakeEngine(replies) }, [
      route('a', 1),
      route('b', 2),
    ]);
    await times(5, bench);
    bench.generation.setOutOfService([{ model: 'm', engine: 'b' }]);
    expect(bench.generation.downRoutes()).toEqual([
      { model: 'm', engine: 'a', why: 'failing', isReplaced: false },
      { model: 'm', engine: 'b', why: 'out_of_service', isReplaced: false },
    ]);
    bench.generation.setOutOfService([{ model: 'm', engine: 'a' }]);
    expect(bench.generation.downRoutes()).toEqual([
      { model: 'm', engine: 'a', why: 'out_of_service', isReplaced: true },
    ]);
  });

  it('end with the first call that succeeds', async () => {
    await using bench = new GenerationBench({ a: dead() }, [route('a')]);
    await times(5, bench);
    expect(bench.generation.downRoutes()).toHaveLength(1);
    bench.engines['a']!.behaviour = replies;
    await times(1, bench);
    expect(bench.generation.downRoutes()).toEqual([]);
  });
});

import { expect, it } from 'vitest';
import type { RouteConfig } from '#config';
import { EngineFault } from '../events.ts';
import { replies, failsWith, FakeEngine } from '../test-support/fake-engine.ts';
import { engineConfig, GenerationBench, route } from '../test-support/generation-bench.ts';

const failed = new EngineFault('status', { status: 500 });

/** Replaces these engines by ones with another configuration. */
function reload(
  bench: GenerationBench,
  engines: Readonly<Record<string, FakeEngine>>,
  routes: readonly RouteConfig[] = bench.model.routes,
): void {
  Object.assign(bench.engines, engines);
  const changed = Object.keys(engines).map((name) => [name, engineConfig({ maxConcurrency: 9 })] as const);
  bench.generation.reconfigure({
    engines: { ...bench.config.engines, ...Object.fromEntries(changed) },
    models: [{ ...bench.model, routes }],
  });
}

it('ERR-28 a call that began before a reload fails over to an engine of the new configuration', async () => {
  const [a, oldB, newB] = [new FakeEngine(), new FakeEngine(failsWith(failed)), new FakeEngine(replies)];
  await using bench = new GenerationBench({ a, b: oldB }, [route('a', 1), route('b', 2)]);
  const { sink } = bench.run();
  reload(bench, { b: newB });
  expect(oldB.closed).toBe(true);
  a.calls[0]!.sink.fail(failed);
  await sink.done;
  expect([sink.text, a.calls.length, oldB.calls.length, bench.inFlight]).toEqual(['answer', 1, 0, 0]);
});

it('ERR-28 a call whose engine a reload replaced fails over to its successor', async () => {
  const [oldA, newA] = [new FakeEngine(), new FakeEngine(replies)];
  await using bench = new GenerationBench({ a: oldA }, [route('a')]);
  const { sink } = bench.run();
  reload(bench, { a: newA });
  oldA.calls[0]!.sink.fail(failed);
  await sink.done;
  expect([sink.text, oldA.closed, bench.inFlight]).toEqual(['answer', true, 0]);
});

it('a call for a model that a reload removed tries the other routes of an engine that it keeps open', async () => {
  const [a, b] = [new FakeEngine(), new FakeEngine(replies)];
  const second = { ...route('a', 2), model: 'a-second' };
  await using bench = new GenerationBench({ a, b }, [route('a', 1), route('b', 2), second]);
  const { sink } = bench.run();
  bench.generation.reconfigure({ engines: {}, models: [] });
  expect([a.closed, b.closed]).toEqual([false, true]);
  a.behaviour = (call) => {
    expect(a.closed).toBe(false);
    replies(call);
  };
  a.calls[0]!.sink.fail(failed);
  await sink.done;
  expect([sink.text, a.calls[1]!.model, a.closed]).toEqual(['answer', 'a-second', true]);
});

it('a reload removes the routes it no longer names from the statistics, and keeps the state of the others', async () => {
  const a = new FakeEngine(failsWith(new EngineFault('unreachable')));
  const second = { ...route('a', 2), model: 'a-second' };
  await using bench = new GenerationBench({ a }, [route('a', 1), second]);
  for (let i = 0; i < 5; i++) await bench.complete();
  const statesAfter = (routes: readonly RouteConfig[]) => {
    bench.generation.reconfigure({ ...bench.config, models: [{ ...bench.model, routes }] });
    return bench.generation.stats()[0]!.routes.map(({ model, breaker }) => [model, breaker]);
  };
  expect(statesAfter([second])).toEqual([['a-second', 'open']]);
  expect(statesAfter([])).toEqual([]);
  expect(statesAfter([route('a')])).toEqual([['a-model', 'closed']]);
});

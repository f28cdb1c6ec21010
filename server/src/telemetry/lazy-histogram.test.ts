import fc from 'fast-check';
import { AggregatorRegistry, Histogram, Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { LazyCounter } from './lazy-counter.ts';
import { LazyHistogram } from './lazy-histogram.ts';

const OPTIONS = { name: 'seconds', help: 'Some seconds', buckets: [0.005, 0.02, 0.1] };

/** As the metrics of several processes are added up. */
async function addedToItself(registry: Registry): Promise<string> {
  const snapshot = await registry.getMetricsAsJSON();
  return AggregatorRegistry.aggregate([snapshot, snapshot]).metrics();
}

it('reports what a histogram of the metrics library reports', async () => {
  const observation = fc.tuple(
    fc.constantFrom('a', 'b'),
    fc.constantFrom('/v1/messages', '/v1/models', 'quoted "path"'),
    fc.oneof(fc.double({ min: 0, max: 0.2, noNaN: true }), fc.constantFrom(0.005, 0.02, 0.1)),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(observation), async (observations) => {
      const [ours, theirs] = [new Registry(), new Registry()];
      const lazy = new LazyHistogram(ours, { ...OPTIONS, labelNames: ['engine', 'route'] });
      const histogram = new Histogram({ ...OPTIONS, labelNames: ['engine', 'route'], registers: [theirs] });
      for (const [engine, route, value] of observations) {
        lazy.observe(value, engine, route);
        histogram.observe({ engine, route }, value);
      }
      expect(await ours.metrics()).toBe(await theirs.metrics());
      expect(await addedToItself(ours)).toBe(await addedToItself(theirs));
    }),
  );
});

it('counts every combination of labels by itself, over several scrapes', async () => {
  const registry = new Registry();
  const counter = new LazyCounter(registry, 'requests', 'Requests', ['route', 'status']);
  counter.add(1, '/a', 200);
  counter.add(2, '/a', 404);
  counter.add(3, '/b', 200);
  await registry.metrics();
  counter.add(4, '/a', 200);
  expect((await registry.metrics()).split('\n').filter((line) => line.startsWith('requests{'))).toEqual([
    'requests{route="/a",status="200"} 5',
    'requests{route="/a",status="404"} 2',
    'requests{route="/b",status="200"} 3',
  ]);
});

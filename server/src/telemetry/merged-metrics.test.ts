import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { MergedMetrics } from './merged-metrics.ts';

function aProcess() {
  const registers = [new Registry()];
  return {
    requests: new Counter({ name: 'requests', help: '-', labelNames: ['status'], registers }),
    seconds: new Histogram({ name: 'seconds', help: '-', buckets: [1], registers }),
    backlog: new Gauge({ name: 'backlog', help: '-', registers }),
    read: () => registers[0]!.getMetricsAsJSON(),
  };
}

it('adds up what processes count and hold, and keeps the counts of those that have ended', async () => {
  let running = [aProcess(), aProcess()];
  const merged = new MergedMetrics(() =>
    Promise.all(running.map(async (run) => [run, await run.read()] as const)),
  );
  const [one, two] = running as [ReturnType<typeof aProcess>, ReturnType<typeof aProcess>];
  one.requests.inc({ status: '200' }, 3);
  two.requests.inc({ status: '200' }, 4);
  two.requests.inc({ status: '500' });
  one.seconds.observe(0.5);
  two.seconds.observe(2);
  one.backlog.set(10);
  two.backlog.set(20);
  const text = await merged.metrics();
  for (const line of [
    'requests{status="200"} 7',
    'requests{status="500"} 1',
    'seconds_bucket{le="1"} 1',
    'seconds_count 2',
    'backlog 30',
  ])
    expect(text).toContain(`${line}\n`);

  const scrape = merged.metrics();
  merged.ended(two);
  await scrape;
  const next = aProcess();
  next.requests.inc({ status: '200' });
  running = [one, next];
  const after = await merged.metrics();
  for (const line of [
    'requests{status="200"} 8',
    'requests{status="500"} 1',
    'seconds_count 2',
    'backlog 10',
  ])
    expect(after).toContain(`${line}\n`);
});

import { describe, expect, it } from 'vitest';
import { MergedMetrics } from './merged-metrics.ts';
import { RequestMetrics } from './request-metrics.ts';

describe('numbers of the shared database', () => {
  const metricsOf = (read: () => Promise<number>): RequestMetrics => {
    const metrics = new RequestMetrics();
    metrics.sharedGauge('svc_test', 'A test', ['kind'], async () => [
      { labels: { kind: 'mail.send' }, value: await read() },
    ]);
    return metrics;
  };

  it('are not added up over the processes of a node', async () => {
    const processes = [metricsOf(() => Promise.resolve(3)), metricsOf(() => Promise.resolve(4))];
    const merged = new MergedMetrics(() =>
      Promise.all(processes.map(async (each) => [each, await each.registry.getMetricsAsJSON()] as const)),
    );
    expect(await merged.metrics()).toContain('\nsvc_test{kind="mail.send"} 4\n');
  });

  it('are left out while they cannot be read', async () => {
    let unavailable = false;
    const metrics = metricsOf(() => (unavailable ? Promise.reject(new Error('away')) : Promise.resolve(3)));
    expect(await metrics.registry.metrics()).toContain('svc_test{kind="mail.send"} 3');
    unavailable = true;
    expect(await metrics.registry.metrics()).not.toContain('svc_test{');
  });
});

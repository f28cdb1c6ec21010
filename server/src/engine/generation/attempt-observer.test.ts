import { describe, expect, it, vi } from 'vitest';
import { EngineFault } from '../events.ts';
import { replies, FakeEngine, failsWith, type FakeBehaviour } from '../test-support/fake-engine.ts';
import { GenerationBench, route, type FakeLimits } from '../test-support/generation-bench.ts';
import { RecordingSink } from '../test-support/recording-sink.ts';
import { outcomeOf, type EndedAttempt } from './attempt-observer.ts';

/** Engines by name, tried in this order, with everything that is reported of them. */
function openObserved(behaviours: Readonly<Record<string, FakeBehaviour>>, limits: FakeLimits = {}) {
  const reports: string[] = [];
  const ended: EndedAttempt[] = [];
  const observer = {
    ended: (attempt: EndedAttempt) => {
      ended.push(attempt);
      reports.push(`${attempt.route.host.name} ${attempt.route.modelId} ${attempt.outcome}`);
    },
    failedOver: ({ host }: EndedAttempt['route']) => void reports.push(`${host.name} failed over`),
  };
  const names = Object.keys(behaviours);
  const engines = Object.fromEntries(names.map((name) => [name, new FakeEngine(behaviours[name])]));
  const routes = names.map((name, position) => route(name, position + 1));
  return { bench: new GenerationBench(engines, routes, limits, { observer }), reports, ended };
}

const failing = (kind: EngineFault['kind'], status?: number): FakeBehaviour =>
  failsWith(new EngineFault(kind, status === undefined ? {} : { status }));

describe('attempts are reported', () => {
  it('once each, with the fail-over between them', async () => {
    const { bench, reports, ended } = openObserved({
      a: failing('unreachable'),
      b: failing('status', 503),
      c: replies,
    });
    await using _ = bench;
    await bench.complete();
    expect(reports).toEqual([
      'a m unreachable',
      'a failed over',
      'b m status_5xx',
      'b failed over',
      'c m completed',
    ]);
    expect(ended.map(({ firstOutputAtMs }) => firstOutputAtMs !== undefined)).toEqual([false, false, true]);
    expect(ended[2]!.firstOutputAtMs).toBeGreaterThanOrEqual(ended[2]!.startedAtMs);
  });

  it('without a fail-over after output', async () => {
    const { bench, reports } = openObserved({
      a: failsWith(new EngineFault('broken'), { type: 'text', text: 'begun' }),
      b: replies,
    });
    await using _ = bench;
    await bench.complete();
    expect(reports).toEqual(['a m broken']);
  });

  it('when the caller leaves, once', async () => {
    const { bench, reports } = openObserved({ a: () => {} });
    await using _ = bench;
    const { run } = bench.run();
    run.abort();
    run.abort();
    bench.engines['a']!.calls[0]!.sink.end();
    expect(reports).toEqual(['a m cancelled']);
  });

  it('when the service ends, and when a stop sequence completes the reply', async () => {
    const { bench, reports } = openObserved({
      a: ({ sink, request }) => {
        if (request.stopSequences) sink.event({ type: 'text', text: 'one STOP' });
      },
    });
    await using _ = bench;
    await bench.complete({ stopSequences: ['STOP'] });
    bench.run();
    bench.generation.stopAll();
    expect(reports).toEqual(['a m completed', 'a m cancelled']);
  });

  it('when it takes too long', async () => {
    const { bench, reports } = openObserved({ a: () => {} }, { firstOutputS: 0.01 });
    await using _ = bench;
    await bench.complete();
    expect(reports).toEqual(['a m timeout']);
  });

  it('when handling the output fails', async () => {
    const { bench, reports } = openObserved({ a: replies });
    await using _ = bench;
    const sink = new RecordingSink();
    vi.spyOn(sink, 'event').mockImplementationOnce(() => {
      throw new Error('handling failed');
    });
    bench.run({}, sink);
    expect(reports).toEqual(['a m internal_error']);
  });
});

it.each([
  ['busy', new EngineFault('busy')],
  ['busy', new EngineFault('status', { status: 429 })],
  ['status_4xx', new EngineFault('status', { status: 404 })],
  ['status_5xx', new EngineFault('status', { status: 500 })],
  ['broken', new EngineFault('status', { status: 302 })],
  ['broken', new EngineFault('broken')],
  ['timeout', new EngineFault('timeout')],
] as const)('an attempt is %s after %s', (outcome, fault) => {
  expect(outcomeOf(fault)).toBe(outcome);
});

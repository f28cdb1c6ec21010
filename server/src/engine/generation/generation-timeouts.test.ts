import { describe, expect, it } from 'vitest';
import { type EngineEvent } from '../events.ts';
import { replies, FakeEngine } from '../test-support/fake-engine.ts';
import { GenerationBench, route } from '../test-support/generation-bench.ts';
import { RecordingSink } from '../test-support/recording-sink.ts';

const TEXT: EngineEvent = { type: 'text', text: 'begun' };

describe('timeouts (D-14)', () => {
  it('ERR-29 end a run without first output, and cancel the call', async () => {
    await using bench = new GenerationBench({ a: new FakeEngine() }, [route('a')], { firstOutputS: 0.1 });
    expect((await bench.complete()).fault).toMatchObject({ kind: 'timeout' });
    expect(bench.engines['a']!.calls[0]!.aborted).toBe(true);
    expect(bench.inFlight).toBe(0);
  });

  it('fail over to the next route', async () => {
    await using bench = new GenerationBench(
      { a: new FakeEngine(), b: new FakeEngine(replies) },
      [route('a', 1), route('b', 2)],
      {
        firstOutputS: 0.1,
      },
    );
    expect(await bench.complete()).toMatchObject({ text: 'answer' });
  });

  it('end a run that falls silent, but not one whose caller reads slowly', async () => {
    const engine = new FakeEngine(({ sink }) => {
      sink.event(TEXT);
      sink.flush();
    });
    await using bench = new GenerationBench({ a: engine }, [route('a')], { silenceS: 0.1 });
    const slow = new RecordingSink();
    slow.ready = false;
    const { run } = bench.run({}, slow);
    expect(await bench.complete()).toMatchObject({ events: [TEXT], fault: { kind: 'timeout' } });
    expect(slow.fault).toBeUndefined();
    run.resume();
    expect(engine.calls[0]!.resumed).toBe(1);
    await slow.done;
    expect(slow.fault).toMatchObject({ kind: 'timeout' });
  });

  it('limit the total time of all attempts', async () => {
    await using bench = new GenerationBench(
      { a: new FakeEngine(), b: new FakeEngine() },
      [route('a', 1), route('b', 2)],
      { totalS: 0.1 },
    );
    expect((await bench.complete()).fault).toMatchObject({ kind: 'timeout' });
    expect(bench.engines['b']!.calls).toEqual([]);
  });

  it('are restarted by signs of life, but for the whole', async () => {
    const alive = new FakeEngine();
    await using bench = new GenerationBench({ a: alive }, [route('a')], {
      firstOutputS: 0.6,
      silenceS: 0.6,
      totalS: 4,
    });
    const { sink } = bench.run();
    const upstream = alive.calls[0]!.sink;
    const pings = setInterval(() => upstream.alive?.(), 50);
    try {
      const startedAtMs = performance.now();
      await sink.done;
      // Twice as long as silence may last, at least.
      expect(performance.now() - startedAtMs).toBeGreaterThan(1200);
      expect(sink.fault).toMatchObject({ kind: 'timeout' });
    } finally {
      clearInterval(pings);
    }
  });
});

import { ApiError } from '@svc/contract';
import { describe, expect, it } from 'vitest';
import { EngineFault, type EngineEvent } from '../events.ts';
import { replies, FakeEngine } from '../test-support/fake-engine.ts';
import { admitSync, engineConfig, GenerationBench, route } from '../test-support/generation-bench.ts';
import { RecordingSink } from '../test-support/recording-sink.ts';
import { requestOf } from '../test-support/requests.ts';

const status = (code: number): EngineFault => new EngineFault('status', { status: code });
const TEXT: EngineEvent = { type: 'text', text: 'begun' };

describe('routes', () => {
  it('are tried by priority, with the engine’s own name for the model', async () => {
    await using bench = new GenerationBench({ a: new FakeEngine(replies), b: new FakeEngine(replies) }, [
      route('a', 2),
      route('b', 1),
    ]);
    await bench.complete();
    expect([bench.engines['a']!.calls.length, bench.engines['b']!.calls.length]).toEqual([0, 1]);
    expect(bench.engines['b']!.calls[0]!.model).toBe('b-model');
  });

  it('of equal priority are distributed by weight', async () => {
    const engines = { a: new FakeEngine(replies), b: new FakeEngine(replies) };
    let step = 0;
    const random = (): number => (step++ % 100) / 100;
    await using bench = new GenerationBench(engines, [route('a', 1, 3), route('b', 1, 1)], {}, { random });
    for (let i = 0; i < 100; i++) await bench.complete();
    expect([engines.a.calls.length, engines.b.calls.length]).toEqual([75, 25]);
  });

  it('to to a full engine are skipped', async () => {
    const engines = { a: new FakeEngine(), b: new FakeEngine() };
    await using bench = new GenerationBench(engines, [route('a', 1), route('b', 2)], { maxConcurrency: 2 });
    for (let i = 0; i < 4; i++) bench.run();
    expect([engines.a.calls.length, engines.b.calls.length]).toEqual([2, 2]);
    expect(() => bench.run()).toThrow(expect.objectContaining({ catalogName: 'temporarily_unavailable' }));
  });
});

describe('a run', () => {
  it('emits nothing after abort, and releases its slot', async () => {
    await using bench = new GenerationBench({ a: new FakeEngine() }, [route('a')]);
    const { run, sink } = bench.run();
    const call = bench.engines['a']!.calls[0]!;
    call.sink.event(TEXT);
    run.abort();
    run.abort();
    call.sink.event(TEXT);
    call.sink.flush();
    call.sink.fail(status(500));
    expect(sink).toMatchObject({ events: [TEXT], flushes: 0, ended: false, fault: undefined });
    expect([call.aborted, bench.inFlight, bench.generation.activeRuns]).toEqual([true, 0, 0]);
  });

  it('stays paused until it is resumed, whatever the sink says to further output', async () => {
    await using bench = new GenerationBench({ a: new FakeEngine() }, [route('a')]);
    const { run, sink } = bench.run();
    const call = bench.engines['a']!.calls[0]!;
    sink.ready = false;
    expect(call.sink.flush()).toBe(false);
    sink.ready = true;
    expect(call.sink.flush()).toBe(false);
    run.resume();
    expect([call.resumed, call.sink.flush(), sink.flushes]).toEqual([1, true, 3]);
  });

  it.each(['event', 'flush', 'end', 'fail'] as const)('survives a sink that throws in %s', async (method) => {
    const engine = new FakeEngine(({ sink }) => {
      sink.event(TEXT);
      sink.flush();
      if (method === 'fail') sink.fail(status(400));
      else sink.end();
    });
    await using bench = new GenerationBench({ a: engine }, [route('a')]);
    const sink = new RecordingSink();
    sink[method] = () => {
      throw new Error('sink');
    };
    bench.run({}, sink);
    expect([bench.inFlight, bench.generation.activeRuns]).toEqual([0, 0]);
    if (method === 'event') expect([engine.calls[0]!.aborted, sink.flushes]).toEqual([true, 0]);
  });

  it('fails when its engine throws on start', async () => {
    const engine = new FakeEngine(() => {
      throw new Error('start');
    });
    await using bench = new GenerationBench({ a: engine }, [route('a')]);
    expect((await bench.complete()).fault).toMatchObject({ kind: 'broken' });
    expect(bench.inFlight).toBe(0);
  });

  it('releases an admitted lease that is not run, and runs none twice', async () => {
    await using bench = new GenerationBench({ a: new FakeEngine(replies) }, [route('a')]);
    const lease = admitSync(bench.generation, bench.model, 'org');
    expect(bench.inFlight).toBe(1);
    lease.release();
    lease.release();
    expect(bench.inFlight).toBe(0);
    expect(() => bench.generation.run(lease, requestOf(), new RecordingSink())).toThrow();
    expect(bench.generation.activeRuns).toBe(0);
  });
});

describe('reconfigure', () => {
  it('keeps unchanged engines, closes removed ones with their last run, and uses new routes immediately', async () => {
    const [a, b] = [new FakeEngine(), new FakeEngine(replies)];
    await using bench = new GenerationBench({ a, b }, [route('a')]);
    const { sink } = bench.run();
    bench.generation.reconfigure({
      engines: { b: bench.config.engines['b']! },
      models: [{ id: 'm', routes: [route('b')] }],
    });
    expect(await bench.complete()).toMatchObject({ text: 'answer' });
    expect([a.closed, b.closed]).toEqual([false, false]);
    a.calls[0]!.sink.event(TEXT);
    a.calls[0]!.sink.end();
    expect(sink).toMatchObject({ events: [TEXT], ended: true });
    expect([a.closed, b.closed]).toEqual([true, false]);
  });

  it('keeps the old engines when a new one cannot be created', async () => {
    const a = new FakeEngine(replies);
    await using bench = new GenerationBench({ a }, [route('a')]);
    const config = { engines: { a: engineConfig({ maxConcurrency: 9 }), x: engineConfig() }, models: [] };
    const fresh = new FakeEngine();
    bench.engines['a'] = fresh;
    Object.defineProperty(bench.engines, 'x', {
      get: () => {
        throw new Error('no such file');
      },
    });
    expect(() => bench.generation.reconfigure(config)).toThrow('no such file');
    expect(fresh.closed).toBe(true);
    expect(await bench.complete()).toMatchObject({ text: 'answer' });
  });

  it('answers 503 for a removed model, and 500 for one without a usable engine', async () => {
    await using bench = new GenerationBench({ a: new FakeEngine() }, [route('a')]);
    bench.generation.reconfigure({ engines: {}, models: [{ id: 'other', routes: [route('a')] }] });
    expect(() => bench.generation.admit(bench.model, 'org')).toThrow(
      expect.objectContaining({ catalogName: 'temporarily_unavailable' }),
    );
    const other = { id: 'other', routes: [] };
    const admissions = [
      () => bench.generation.admit(other, 'org'),
      () => bench.generation.admitInBackground(other, 'org', { preempt: () => {} }),
    ];
    for (const admit of admissions)
      expect(admit).toThrow(expect.objectContaining({ catalogName: 'server_misconfigured' }));
  });
});

describe('close', () => {
  it('ends running calls, closes every engine and admits nothing more', async () => {
    const a = new FakeEngine();
    const bench = new GenerationBench({ a }, [route('a')]);
    const { sink } = bench.run();
    await bench.generation.close();
    expect(sink.fault).toMatchObject({ kind: 'unreachable' });
    expect([a.closed, a.calls[0]!.aborted, bench.inFlight]).toEqual([true, true, 0]);
    expect(() => bench.run()).toThrow(ApiError);
  });
});

describe('stopAll', () => {
  it('ends replies before the runs they wait for, and admits nothing more', async () => {
    await using bench = new GenerationBench({ a: new FakeEngine() }, [route('a')]);
    const { generation, model } = bench;
    const ended: string[] = [];
    const sink = new RecordingSink();
    bench.run({}, sink);
    void sink.done.then(() => ended.push('run'));
    const reply = { sweepIndex: -1, stop: () => void ended.push(sink.fault ? 'late' : 'reply') };
    generation.longReplies.add(reply);
    expect(generation.hasBackgroundRoom('m')).toBe(true);
    generation.stopAll();
    await sink.done;
    expect(ended).toEqual(['reply', 'run']);
    expect(sink.fault).toMatchObject({ kind: 'unreachable' });
    expect(() => bench.run()).toThrow(new ApiError('temporarily_unavailable'));
    // Lines of batches are no failures: another node runs them, or the next start.
    expect(generation.hasBackgroundRoom('m')).toBe(false);
    expect(generation.admitInBackground(model, 'org', { preempt: () => {} })).toBeUndefined();
  });
});

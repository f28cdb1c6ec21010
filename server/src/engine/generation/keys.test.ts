import { afterEach, describe, expect, it, vi } from 'vitest';
import { EngineFault } from '../events.ts';
import { faultToError } from '../fault-to-error.ts';
import { failsWith, replies, type FakeBehaviour } from '../test-support/fake-engine.ts';
import { route } from '../test-support/generation-bench.ts';
import { engineWith, KeyBench, SHAPES } from '../test-support/key-bench.ts';

const status =
  (code: number, retryAfterSeconds?: number): FakeBehaviour =>
  (call) =>
    failsWith(new EngineFault('status', { status: code, retryAfterSeconds }))(call);
const REPLIED = { text: 'answer' };

afterEach(() => void vi.restoreAllMocks());

/** From here on the clock stands still until it is moved. */
function stopClock(): (ms: number) => void {
  let nowMs = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
  return (ms) => void (nowMs += ms);
}

describe.each(Object.entries(SHAPES))('keys of an engine of type %s (D-ENG-29, D-ENG-30)', (_type, shape) => {
  it('share conversations by weight, and a conversation keeps its key', async () => {
    await using bench = new KeyBench(shape, { e: { a: { weight: 3 }, b: {}, spare: { weight: 0 } } });
    for (let i = 0; i < 1000; i++) bench.ask(`conversation ${i}`);
    const { a = 0, b = 0, spare } = bench.calls();
    expect(a).toBeGreaterThan(690);
    expect(a).toBeLessThan(810);
    expect([a + b, spare]).toEqual([1000, 0]);
    const before = bench.calls();
    for (let i = 0; i < 20; i++) bench.ask('conversation 7');
    const used = Object.entries(bench.calls()).filter(([name, count]) => count !== before[name]);
    expect(used.map(([name, count]) => count - before[name]!)).toEqual([20]);
  });

  it.each([
    ['with a hint', 30, 30_000],
    ['with a hint above a minute', 600, 60_000],
    ['without one', undefined, 1000],
  ])(
    'rest after a 429 %s, while calls go on with the next, and are used again afterwards',
    async (_name, hint, restMs) => {
      const pass = stopClock();
      await using bench = new KeyBench(shape, { e: { a: {}, b: { weight: 0 } } });
      bench.set('a', status(429, hint));
      expect(bench.ask()).toMatchObject(REPLIED);
      expect(bench.keys()).toEqual([
        ['a', 'cooling', 'throttled'],
        ['b', 'ok', null],
      ]);
      bench.set('a', replies);
      pass(restMs - 1);
      bench.ask();
      expect(bench.calls()).toEqual({ a: 1, b: 2 });
      pass(1);
      bench.ask();
      expect(bench.calls()).toEqual({ a: 2, b: 2 });
      expect(bench.keys()).toEqual([
        ['a', 'ok', null],
        ['b', 'ok', null],
      ]);
    },
  );

  it('rest longer with each further 429 without a hint: 1, 2, 4 … 60 seconds', async () => {
    const pass = stopClock();
    await using bench = new KeyBench(shape, { e: { a: {}, b: { weight: 0 } } });
    bench.set('a', status(429));
    for (const seconds of [1, 2, 4, 8, 16, 32, 60, 60]) {
      const before = bench.fake('a').calls.length;
      bench.ask();
      pass(seconds * 1000 - 1);
      bench.ask();
      expect(bench.fake('a').calls).toHaveLength(before + 1);
      pass(1);
    }
  });

  it.each([401, 403])('are left out after a %i until a reload, for all models', async (code) => {
    const pass = stopClock();
    const routes = [route('e')];
    await using bench = new KeyBench(shape, { e: { a: {}, b: { weight: 0 } } }, routes);
    bench.set('a', status(code));
    expect(bench.ask()).toMatchObject(REPLIED);
    bench.set('a', replies);
    pass(59_000);
    bench.ask();
    expect(bench.calls()).toEqual({ a: 1, b: 2 });
    expect(bench.keys()).toEqual([
      ['a', 'out', 'unauthorized'],
      ['b', 'ok', null],
    ]);
    // A reload without a change keeps the engine.
    bench.generation.reconfigure({ ...bench.config });
    bench.ask();
    expect(bench.calls()).toEqual({ a: 2, b: 2 });
  });

  it('D-ENG-29: that are out come back when they have answered a probe, and no others', async () => {
    await using bench = new KeyBench(shape, { e: { a: {}, b: {}, c: { weight: 0 } } });
    for (const key of ['a', 'b']) bench.set(key, status(401));
    for (let i = 0; i < 20; i++) bench.ask(`conversation ${i}`);
    const states = () => bench.keys().map(([name, state]) => [name, state]);
    expect(states()).toEqual([
      ['a', 'out'],
      ['b', 'out'],
      ['c', 'ok'],
    ]);
    const [a, c] = ['a', 'c'].map((key) => ({ engine: 'e', key }));
    const unknown = [
      { engine: 'e', key: 'z' },
      { engine: 'z', key: 'b' },
    ];
    expect(bench.generation.restoreKeys([a!, c!, ...unknown])).toEqual([a]);
    expect(states().map(([, state]) => state)).toEqual(['ok', 'out', 'ok']);
    bench.set('a', replies);
    const before = bench.calls();
    bench.ask();
    expect(bench.calls()).toEqual({ ...before, a: before['a']! + 1 });
    expect(bench.generation.restoreKeys([a!])).toEqual([]);
  });

  it('D-ENG-29: that rest are not woken by a probe', async () => {
    await using bench = new KeyBench(shape, { e: { a: {}, b: { weight: 0 } } });
    bench.set('a', status(429, 30));
    bench.ask();
    expect(bench.generation.restoreKeys([{ engine: 'e', key: 'a' }])).toEqual([]);
    expect(bench.keys()[0]).toMatchObject(['a', 'cooling', 'throttled']);
  });

  it('that are out are tried by one call a minute, which nobody notices', async () => {
    const pass = stopClock();
    await using bench = new KeyBench(shape, { e: { a: {}, b: { weight: 0 } } });
    bench.set('a', status(401));
    bench.ask();
    pass(60_000);
    expect(bench.ask()).toMatchObject(REPLIED);
    bench.ask();
    expect(bench.calls()).toEqual({ a: 2, b: 3 });
    bench.set('a', replies);
    pass(60_000);
    bench.ask();
    bench.ask();
    expect(bench.calls()).toEqual({ a: 4, b: 3 });
    expect(bench.keys()[0]).toEqual(['a', 'ok', null]);
  });

  it.each([
    ['throttled', 429, { a: 1, b: 1, other: 0 }],
    ['refused', 401, { a: 1, b: 1, other: 0 }],
    ['failing', 500, { a: 1, b: 0, other: 1 }],
  ])('that are %s: the call goes on with the next that may help', async (_name, code, calls) => {
    await using bench = new KeyBench(shape, { e: { a: {}, b: { weight: 0 } }, f: { other: {} } }, [
      route('e', 1),
      route('f', 2),
    ]);
    bench.set('a', status(code));
    expect(bench.ask()).toMatchObject(REPLIED);
    expect(bench.calls()).toEqual(calls);
  });

  it('that all fail: the call goes on with the next route', async () => {
    await using bench = new KeyBench(shape, { e: { a: {}, b: {} }, f: { other: {} } }, [
      route('e', 1),
      route('f', 2),
    ]);
    bench.set('a', status(429));
    bench.set('b', status(401));
    expect(bench.ask()).toMatchObject(REPLIED);
    expect(bench.calls()).toEqual({ a: 1, b: 1, other: 1 });
    bench.ask();
    expect(bench.calls()).toEqual({ a: 1, b: 1, other: 2 });
  });

  it('that all rest: 429 with the shortest rest, and no call is sent', async () => {
    const pass = stopClock();
    await using bench = new KeyBench(shape, { e: { a: {}, b: {} } });
    bench.set('a', status(429, 20));
    bench.set('b', status(429, 7));
    const { fault } = bench.ask();
    expect(faultToError(fault!)).toMatchObject({ name: 'ApiError', retryAfterSeconds: 7 });
    pass(2000);
    expect(() => bench.ask()).toThrow(expect.objectContaining({ retryAfterSeconds: 5 }));
    expect(bench.calls()).toEqual({ a: 1, b: 1 });
  });

  it.each([429, 401])('that are alone are always asked, whatever they answered: %i', async (code) => {
    await using bench = new KeyBench(shape, { e: { a: {} } });
    bench.set('a', status(code));
    for (let i = 0; i < 4; i++) bench.ask();
    expect(bench.calls()).toEqual({ a: 4 });
    bench.set('a', replies);
    expect(bench.ask()).toMatchObject(REPLIED);
  });

  it('have limits of their own', async () => {
    await using bench = new KeyBench(shape, {
      e: { a: { maxConcurrency: 2 }, b: { weight: 0, maxConcurrency: 1 } },
    });
    bench.set('a', () => {});
    bench.set('b', () => {});
    for (let i = 0; i < 3; i++) bench.ask();
    expect(bench.calls()).toEqual({ a: 2, b: 1 });
    expect(bench.generation.stats()).toMatchObject([{ name: 'e', capacity: 3, inFlight: 3 }]);
    expect(() => bench.ask()).toThrow(expect.objectContaining({ name: 'ApiError' }));
  });

  it('close with their engine, each after its last call', async () => {
    await using bench = new KeyBench(shape, { e: { a: {}, b: { weight: 0 } } });
    bench.set('a', () => {});
    bench.ask();
    bench.generation.reconfigure({
      engines: { e: engineWith({ c: {} }, shape) },
      models: bench.config.models,
    });
    expect([bench.fake('a').closed, bench.fake('b').closed]).toEqual([false, true]);
    replies(bench.fake('a').calls[0]!);
    expect(bench.fake('a').closed).toBe(true);
  });

  it('that rest are not asked while the others are full', async () => {
    await using bench = new KeyBench(shape, { e: { a: {}, b: { weight: 0, maxConcurrency: 1 } } });
    bench.set('a', status(429, 30));
    bench.set('b', () => {});
    bench.ask();
    expect(bench.calls()).toEqual({ a: 1, b: 1 });
    expect(() => bench.ask()).toThrow(expect.objectContaining({ catalogName: 'temporarily_unavailable' }));
    expect(bench.calls()).toEqual({ a: 1, b: 1 });
  });
});

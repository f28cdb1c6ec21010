import { describe, expect, it } from 'vitest';
import { createClock } from './clock.ts';
import { RefreshingCache, type RefreshingCacheOptions } from './refreshing-cache.ts';

class Outage extends Error {}
class Unavailable extends Error {}

/** A store that can be changed, taken away and held up, and counts how often it is asked. */
function setUp(options: Partial<RefreshingCacheOptions<{ text: string }>> = {}) {
  const rows = new Map<string, { text: string }>();
  const store = { queries: [] as string[][], fault: undefined as Error | undefined, gate: Promise.resolve() };
  const clock = createClock();
  const failures: unknown[] = [];
  const cache = new RefreshingCache<{ text: string }>({
    clock,
    loadMany: async (keys) => {
      store.queries.push([...keys]);
      const found = new Map(keys.flatMap((key) => (rows.has(key) ? [[key, rows.get(key)!] as const] : [])));
      await store.gate;
      if (store.fault) throw store.fault;
      return found;
    },
    isOutage: (error) => error instanceof Outage,
    unavailable: (cause) => new Unavailable('away', { cause }),
    onFailure: (error) => failures.push(error),
    ...options,
  });
  return { rows, store, clock, cache, failures };
}

/** Lets background loads finish. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('RefreshingCache', () => {
  it('answers synchronously once a record is known', async () => {
    const { rows, cache, store } = setUp();
    rows.set('a', { text: 'A' });
    await expect(cache.find('a')).resolves.toEqual({ text: 'A' });
    expect(cache.find('a')).toEqual({ text: 'A' });
    expect(store.queries).toHaveLength(1);
  });

  it('asks once for concurrent misses of one key, and together for different keys', async () => {
    const { rows, cache, store } = setUp();
    rows.set('a', { text: 'A' });
    const responses = await Promise.all([cache.find('a'), cache.find('a'), cache.find('b')]);
    expect(responses).toEqual([{ text: 'A' }, { text: 'A' }, undefined]);
    expect(store.queries).toEqual([['a', 'b']]);
  });

  it('runs two queries at a time however many keys are asked for', async () => {
    const { cache, store } = setUp();
    const gate = Promise.withResolvers<void>();
    store.gate = gate.promise;
    const first = Array.from({ length: 1000 }, async (_, index) => cache.find(`k${index}`));
    await settled();
    const late = cache.find('late');
    await settled();
    expect(store.queries.map((keys) => keys.length)).toEqual([256, 256]);
    gate.resolve();
    await Promise.all([...first, late]);
    expect(store.queries.flat()).toHaveLength(1001);
  });

  it('asks at each look how old a record may be', async () => {
    let freshMs = 30_000;
    const { rows, cache, clock } = setUp({ freshMs: () => freshMs });
    rows.set('a', { text: 'A' });
    await cache.find('a');
    rows.set('a', { text: 'B' });
    await clock.advance(1_100);
    expect(cache.find('a')).toEqual({ text: 'A' });
    freshMs = 500;
    await expect(cache.find('a')).resolves.toEqual({ text: 'B' });
  });

  it('keeps as many records as weigh what it may hold', async () => {
    const { rows, cache, store } = setUp({ limit: 20, weigh: ({ text }) => text.length });
    for (const key of ['a', 'b', 'c', 'd', 'e', 'f']) {
      rows.set(key, { text: key.repeat(9) });
      await cache.find(key);
    }
    const asked = store.queries.length;
    expect(cache.find('f')).toEqual({ text: 'fffffffff' });
    await cache.find('a');
    expect(store.queries).toHaveLength(asked + 1);
  });

  it('serves a record past freshMs while it fetches the new one, and past twice that waits for it', async () => {
    const { rows, cache, clock } = setUp();
    rows.set('a', { text: 'old' });
    await cache.find('a');
    rows.set('a', { text: 'new' });
    await clock.advance(30_000);
    expect(cache.find('a')).toEqual({ text: 'old' });
    await settled();
    expect(cache.find('a')).toEqual({ text: 'new' });
    rows.set('a', { text: 'newest' });
    await clock.advance(60_000);
    await expect(cache.find('a')).resolves.toEqual({ text: 'newest' });
  });

  it('serves the last known record for staleMs while the store is away, asking once a second', async () => {
    const { rows, cache, clock, store, failures } = setUp();
    rows.set('a', { text: 'A' });
    await cache.find('a');
    store.fault = new Outage();
    await clock.advance(599_000);
    await expect(cache.find('a')).resolves.toEqual({ text: 'A' });
    for (let i = 0; i < 50; i++) expect(cache.find('a')).toEqual({ text: 'A' });
    expect(store.queries).toHaveLength(2);
    expect(failures).toEqual([store.fault]);
    await clock.advance(1_000);
    await expect(cache.find('a')).rejects.toThrow(Unavailable);
    store.fault = undefined;
    await expect(cache.find('a')).resolves.toEqual({ text: 'A' });
  });

  it('fails a miss with `unavailable` only for an outage, and remembers nothing of it', async () => {
    const { rows, cache, store } = setUp();
    rows.set('a', { text: 'A' });
    store.fault = new Outage();
    await expect(cache.find('a')).rejects.toMatchObject({ message: 'away', cause: store.fault });
    store.fault = new TypeError('a bug');
    await expect(cache.find('a')).rejects.toThrow(TypeError);
    store.fault = undefined;
    await expect(cache.find('a')).resolves.toEqual({ text: 'A' });
  });

  it('stops waiting for a store that hangs and serves the stale record, at once from then on', async () => {
    const { rows, cache, clock, store } = setUp({ maxWaitMs: 5 });
    rows.set('a', { text: 'A' });
    await cache.find('a');
    store.gate = new Promise(() => {});
    await clock.advance(60_000);
    await expect(cache.find('a')).resolves.toEqual({ text: 'A' });
    expect(cache.find('a')).toEqual({ text: 'A' });
  });

  it('believes in an absent key for absentMs, and finds it after', async () => {
    const { rows, cache, clock, store } = setUp();
    await expect(cache.find('a')).resolves.toBeUndefined();
    rows.set('a', { text: 'A' });
    await clock.advance(1_999);
    expect(cache.find('a')).toBeUndefined();
    await clock.advance(1);
    await expect(cache.find('a')).resolves.toEqual({ text: 'A' });
    expect(store.queries).toHaveLength(2);
  });

  it('keeps good records through a flood of unknown keys', async () => {
    const { rows, cache, store } = setUp({ limit: 100, absentLimit: 100 });
    rows.set('good', { text: 'A' });
    await cache.find('good');
    await Promise.all(Array.from({ length: 5_000 }, async (_, index) => cache.find(`random${index}`)));
    const asked = store.queries.length;
    expect(cache.find('good')).toEqual({ text: 'A' });
    expect(store.queries).toHaveLength(asked);
  });

  it('forgets a record that vanished from the store', async () => {
    const { rows, cache, clock } = setUp();
    rows.set('a', { text: 'A' });
    await cache.find('a');
    rows.delete('a');
    await clock.advance(60_000);
    await expect(cache.find('a')).resolves.toBeUndefined();
    expect(cache.find('a')).toBeUndefined();
  });

  it('never serves an invalidated record, though the store is away or a load of the old one was under way', async () => {
    const { rows, cache, store } = setUp();
    rows.set('a', { text: 'old' });
    const gate = Promise.withResolvers<void>();
    store.gate = gate.promise;
    const early = cache.find('a');
    await settled();
    rows.set('a', { text: 'new' });
    cache.invalidate('a');
    const late = cache.find('a');
    gate.resolve();
    await expect(early).resolves.toEqual({ text: 'old' });
    await expect(late).resolves.toEqual({ text: 'new' });
    expect(cache.find('a')).toEqual({ text: 'new' });
    store.fault = new Outage();
    cache.invalidateWhere((value) => value.text === 'new');
    await expect(cache.find('a')).rejects.toThrow(Unavailable);
  });

  it('drops loads under way when values are invalidated by what they hold', async () => {
    const { rows, cache, store } = setUp();
    rows.set('a', { text: 'old' });
    const gate = Promise.withResolvers<void>();
    store.gate = gate.promise;
    const early = cache.find('a');
    await settled();
    rows.set('a', { text: 'new' });
    cache.invalidateWhere(() => false);
    gate.resolve();
    await early;
    await expect(cache.find('a')).resolves.toEqual({ text: 'new' });
  });
});

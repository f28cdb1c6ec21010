import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { SharedCounters, type WindowPrefetch } from '#cluster';
import { createClock } from '#kit';
import { startOwnRedis, testRedisUrl } from '#test-kit';
import type { MinuteLimits } from '#exchange';
import { isFull, type CountedCall } from './minute-window.ts';
import { SharedWindow } from './shared-window.ts';

const url = await testRedisUrl();
const log = pino({ level: 'silent' });
const NODES = 3;
const COUNTED: CountedCall = expect.objectContaining({ inputTokens: expect.any(Number) as number });

function fleet(redisUrl: string, limits: MinuteLimits) {
  const clock = createClock();
  const [organizationId, counter] = [randomUUID(), 'w/M'];
  const counters = Array.from({ length: NODES }, () => new SharedCounters(redisUrl, { clock, log }));
  let asked = 0;
  const windows = counters.map(
    (each) =>
      new SharedWindow(
        (prefetch) => {
          asked++;
          return each.prefetchFromWindow({ organizationId, counter, ...prefetch });
        },
        limits,
        clock,
      ),
  );
  return {
    clock,
    windows,
    ready: () => expect.poll(() => counters.every((each) => !each.unavailable)).toBe(true),
    asked: () => asked,
    close: () => Promise.all(counters.map((each) => each.close())),
  };
}

async function counted(
  window: SharedWindow,
  inputTokens: number,
  limits: MinuteLimits,
): Promise<CountedCall> {
  const outcome = await window.take(inputTokens, limits);
  if (isFull(outcome)) throw new Error(`${outcome.measure} full`);
  return outcome;
}

describe.runIf(url)('a minute that nodes share', () => {
  it('LIMIT-15 is never passed within any 60 seconds, and what nobody spent comes back', async () => {
    const step = fc.record({
      node: fc.integer({ min: 0, max: NODES - 1 }),
      advanceMs: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.integer({ min: 0, max: 25_000 })),
      burst: fc.integer({ min: 1, max: 12 }),
      inputTokens: fc.integer({ min: 0, max: 40 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
        const limits = { requests: 20, inputTokens: 300, outputTokens: Number.MAX_SAFE_INTEGER };
        const nodes = fleet(url!, limits);
        await nodes.ready();
        let accepted: { atMs: number; inputTokens: number }[] = [];
        for (const { node, advanceMs, burst, inputTokens } of steps) {
          await nodes.clock.advance(advanceMs);
          const window = nodes.windows[node]!;
          const responses = await Promise.all(
            Array.from({ length: burst }, async () => window.take(inputTokens, limits)),
          );
          const atMs = nodes.clock.monotonicMs();
          for (const outcome of responses) if (!isFull(outcome)) accepted.push({ atMs, inputTokens });
          accepted = accepted.filter((each) => each.atMs > atMs - 60_000);
          expect(accepted.length).toBeLessThanOrEqual(20);
          expect(accepted.reduce((sum, each) => sum + each.inputTokens, 0)).toBeLessThanOrEqual(300);
        }
        // Whatever was drawn and not spent, the whole minute is there again when it is over.
        await nodes.clock.advance(63_000);
        const one = nodes.windows[0]!;
        for (let i = 0; i < 20; i++) expect(await one.take(15, limits)).toEqual(COUNTED);
        expect(await one.take(0, limits)).toMatchObject({ measure: 'requests' });
        await nodes.close();
      }),
      { numRuns: 40 },
    );
  });

  it('LIMIT-15 counts what was drawn ahead for a minute from when it may last have been spent', async () => {
    const limits = {
      requests: 160,
      inputTokens: Number.MAX_SAFE_INTEGER,
      outputTokens: Number.MAX_SAFE_INTEGER,
    };
    for (const laterMs of [500, 999, 1500, 5000]) {
      const nodes = fleet(url!, limits);
      await nodes.ready();
      const [one, two] = nodes.windows;
      // Draws nine more than it needs.
      await one!.take(1, limits);
      await nodes.clock.advance(laterMs);
      for (let i = 0; i < 9; i++) expect(await one!.take(1, limits)).toEqual(COUNTED);
      await nodes.clock.advance(59_700);
      const responses = await Promise.all(Array.from({ length: 160 }, async () => two!.take(1, limits)));
      expect(responses.filter((outcome) => !isFull(outcome)).length).toBeLessThanOrEqual(151);
      await nodes.close();
    }
  });

  it('LIMIT-15 is spent to the last request, whoever asks', async () => {
    const limits = {
      requests: 500,
      inputTokens: Number.MAX_SAFE_INTEGER,
      outputTokens: Number.MAX_SAFE_INTEGER,
    };
    const nodes = fleet(url!, limits);
    await nodes.ready();
    const all = await Promise.all(
      Array.from({ length: 900 }, async (_, i) => nodes.windows[i % NODES]!.take(1, limits)),
    );
    const first = all.filter((outcome) => !isFull(outcome)).length;
    expect(first).toBeLessThanOrEqual(500);
    // What a node had drawn ahead when the others ran out is given back at its next sweep.
    await nodes.clock.advance(1000);
    for (const window of nodes.windows) window.sweep();
    let later = 0;
    await expect
      .poll(async () => {
        await nodes.clock.advance(250);
        later += isFull(await nodes.windows[0]!.take(1, limits)) ? 0 : 1;
        return first + later;
      })
      .toBe(500);
    expect(await nodes.windows[1]!.take(1, limits)).toMatchObject({ measure: 'requests' });
    await nodes.close();
  });

  it('LIMIT-15 costs no question per request far from the limit', async () => {
    const limits = { requests: 16_000, inputTokens: 16_000_000, outputTokens: 4_000_000 };
    const nodes = fleet(url!, limits);
    await nodes.ready();
    for (let i = 0; i < 500; i++) expect(await nodes.windows[0]!.take(100, limits)).toEqual(COUNTED);
    expect(nodes.asked()).toBeLessThan(10);
    await nodes.close();
  });

  it('LIMIT-15 costs no question where the same limits come as another object, and one where they have changed', async () => {
    const limits = { requests: 16_000, inputTokens: 16_000_000, outputTokens: 4_000_000 };
    const nodes = fleet(url!, limits);
    await nodes.ready();
    const [window] = nodes.windows;
    for (let i = 0; i < 50; i++) expect(await window!.take(100, { ...limits })).toEqual(COUNTED);
    expect(nodes.asked()).toBeLessThan(10);
    expect(await window!.take(100, { ...limits, requests: 50 })).toMatchObject({ measure: 'requests' });
    await nodes.close();
  });

  it('LIMIT-15 counts output once it is known, on every node', async () => {
    const limits = { requests: 1000, inputTokens: 1000, outputTokens: 50 };
    const nodes = fleet(url!, limits);
    await nodes.ready();
    const [one, two] = nodes.windows;
    one!.record(await counted(one!, 500, limits), 100, 50);
    expect(await one!.take(1, limits)).toMatchObject({ measure: 'outputTokens' });
    expect(await two!.take(1, limits)).toMatchObject({ measure: 'outputTokens' });
    await nodes.clock.advance(63_000);
    // The correction has gone with what it corrected: exactly the limit fits.
    expect(await two!.take(1000, limits)).toEqual(COUNTED);
    await nodes.close();
  });

  it('LIMIT-15 D-RATE-4 loses a correction with what it corrects, on every node', async () => {
    const limits = { requests: 1000, inputTokens: 1000, outputTokens: 1000 };
    const nodes = fleet(url!, limits);
    await nodes.ready();
    const [one, two] = nodes.windows;
    const call = await counted(one!, 1000, limits);
    await nodes.clock.advance(55_000);
    one!.record(call, 100, 1);
    one!.sweep();
    await expect.poll(() => two!.take(900, limits)).toEqual(COUNTED);
    expect(await two!.take(1, limits)).toMatchObject({ measure: 'inputTokens' });
    await nodes.clock.advance(8000);
    expect(await two!.take(100, limits)).toEqual(COUNTED);
    expect(await one!.take(1, limits)).toMatchObject({ measure: 'inputTokens' });
    // Too late: what it corrects has left.
    one!.record(call, 100, 1);
    expect(await one!.take(1, limits)).toMatchObject({ measure: 'inputTokens' });
    await nodes.close();
  });

  it('LIMIT-15 gives back what another limit refused where it was counted, on every node', async () => {
    const limits = { requests: 20, inputTokens: 100, outputTokens: 1000 };
    const nodes = fleet(url!, limits);
    await nodes.ready();
    const [one, two] = nodes.windows;
    const call = await counted(one!, 60, limits);
    await nodes.clock.advance(30_000);
    await counted(one!, 20, limits);
    one!.release(call);
    one!.sweep();
    await expect.poll(() => two!.take(75, limits)).toEqual(COUNTED);
    await nodes.clock.advance(33_000);
    expect(await two!.take(6, limits)).toMatchObject({ measure: 'inputTokens' });
    await nodes.close();
  });

  it('LIMIT-15 is told of output while nobody asks', async () => {
    const limits = { requests: 1000, inputTokens: 1000, outputTokens: 50 };
    const nodes = fleet(url!, limits);
    await nodes.ready();
    const [one, two] = nodes.windows;
    one!.record(await counted(one!, 1, limits), 1, 60);
    // What a node drew before the other told may be spent for a second.
    await expect
      .poll(async () => {
        one!.sweep();
        await nodes.clock.advance(1000);
        return two!.take(1, limits);
      })
      .toMatchObject({ measure: 'outputTokens' });
    await nodes.close();
  });

  it('LIMIT-12 LIMIT-15 goes by its own count where an answer comes too late to be spent', async () => {
    const clock = createClock();
    const limits = { requests: 2, inputTokens: 300, outputTokens: Number.MAX_SAFE_INTEGER };
    const late = async (): Promise<WindowPrefetch> => {
      await clock.advance(1500);
      return {
        requests: 2,
        inputTokens: 300,
        outputRoom: 100,
        waits: { requests: 0, inputTokens: 0, outputTokens: 0 },
        tick: 1,
      };
    };
    const window = new SharedWindow(late, limits, clock);
    for (const full of [undefined, undefined, { measure: 'requests' }]) {
      const outcome = await window.take(10, limits);
      if (full) expect(outcome).toMatchObject(full);
      else expect(outcome).toEqual(COUNTED);
    }
  });

  it('LIMIT-12 LIMIT-15 goes by its own count while Redis is away', async () => {
    const redis = await startOwnRedis();
    const limits = { requests: 10, inputTokens: 1000, outputTokens: 1000 };
    const nodes = fleet(redis.url, limits);
    await nodes.ready();
    const [window] = nodes.windows;
    for (let i = 0; i < 4; i++) expect(await window!.take(1, limits)).toEqual(COUNTED);
    await redis.kill();
    const responses = [];
    for (let i = 0; i < 20; i++) responses.push(await window!.take(1, limits));
    expect(responses.filter((outcome) => !isFull(outcome))).toHaveLength(6);
    expect(responses.at(-1)).toMatchObject({ measure: 'requests' });
    await nodes.close();
  });
});

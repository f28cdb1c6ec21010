import { describe, expect, it } from 'vitest';
import { createClock } from '#kit';
import type { EmbedRequest, RawEmbeddings } from './embedding.ts';
import { EngineFault, type Engine } from '../events.ts';
import { Generation } from '../generation/generation.ts';
import { admitSync, engineConfig, route } from '../test-support/generation-bench.ts';
import { RecordingSink } from '../test-support/recording-sink.ts';
import { silentLog } from '../test-support/silent-log.ts';

const REQUEST: EmbedRequest = { inputs: ['a', 'b'], dimensions: 2 };
const GOOD: RawEmbeddings = {
  vectors: [Float32Array.of(3, 4, 100), Float32Array.of(0, 2, 0)],
  inputTokens: 2,
};

type Embed = (signal: AbortSignal) => Promise<RawEmbeddings>;

/** Engines by name, tried in this order. */
function generationOf(engines: Readonly<Record<string, Embed | undefined>>): {
  generation: Generation;
  asked: string[];
} {
  const asked: string[] = [];
  const names = Object.keys(engines);
  const createEngine = (_config: unknown, name: string): Engine => {
    const embed = engines[name];
    return {
      start: () => ({ resume() {}, abort() {} }),
      close: () => Promise.resolve(),
      ...(embed && {
        embed: (_request: EmbedRequest, model: string, signal: AbortSignal) => {
          asked.push(model);
          return embed(signal);
        },
      }),
    };
  };
  const config = {
    engines: Object.fromEntries(names.map((name) => [name, engineConfig({ totalS: 0.3 })])),
    models: [{ id: 'm', routes: names.map((name, i) => route(name, i + 1)) }],
  };
  return {
    generation: new Generation({ config, clock: createClock(), log: silentLog, createEngine }),
    asked,
  };
}

async function runOn(generation: Generation): Promise<RecordingSink> {
  const sink = new RecordingSink();
  generation.embed(admitSync(generation, { id: 'm', routes: [] }, 'org'), REQUEST, sink);
  await sink.done;
  expect(generation.stats().map(({ inFlight }) => inFlight)).toEqual(generation.stats().map(() => 0));
  return sink;
}

const never: Embed = (signal) =>
  new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('left'))));

describe('embeddings as runs', () => {
  it('EMB-16 D-62 return the first numbers of each vector, normalized, and the usage', async () => {
    const { generation } = generationOf({ one: () => Promise.resolve(structuredClone(GOOD)) });
    const { events, ended } = await runOn(generation);
    expect(events.map(({ type }) => type)).toEqual(['embeddings', 'usage']);
    const vectors = events[0]?.type === 'embeddings' ? events[0].vectors.map((vector) => [...vector]) : [];
    expect(vectors).toEqual([
      [Math.fround(0.6), Math.fround(0.8)],
      [0, 1],
    ]);
    expect(ended).toBe(true);
    await generation.close();
  });

  it.each<[string, Embed | undefined]>([
    ['fails', () => Promise.reject(new EngineFault('status', { status: 500 }))],
    ['is limited', () => Promise.reject(new EngineFault('status', { status: 429 }))],
    ['lies', () => Promise.resolve({ ...GOOD, vectors: [Float32Array.of(1, 1)] })],
    ['breaks', () => Promise.reject(new TypeError('a bug'))],
    ['has no embeddings', undefined],
  ])('go to the next route when an engine %s', async (_what, first) => {
    const { generation, asked } = generationOf({
      first,
      second: () => Promise.resolve(structuredClone(GOOD)),
    });
    const sink = await runOn(generation);
    expect([sink.ended, asked.at(-1), sink.late]).toEqual([true, 'second-model', 0]);
    await generation.close();
  });

  it('D-14 end when an engine exceeds the total time of all attempts', async () => {
    const { generation } = generationOf({ one: never });
    expect((await runOn(generation)).fault).toMatchObject({ kind: 'timeout' });
    await generation.close();
  });

  it('do not fail over when the engine refused the request itself', async () => {
    const refuse = (): Promise<never> => Promise.reject(new EngineFault('status', { status: 400 }));
    const { generation, asked } = generationOf({ first: refuse, second: refuse });
    expect((await runOn(generation)).fault).toMatchObject({ status: 400 });
    expect(asked).toEqual(['first-model']);
    await generation.close();
  });

  it('open the breaker of a route that fails repeatedly', async () => {
    const fail = (): Promise<never> => Promise.reject(new EngineFault('unreachable'));
    const { generation, asked } = generationOf({
      first: fail,
      second: () => Promise.resolve(structuredClone(GOOD)),
    });
    for (let i = 0; i < 6; i++) await runOn(generation);
    expect(asked.filter((model) => model === 'first-model')).toHaveLength(5);
    await generation.close();
  });

  it('BILL-06 cancel the engine and free the slot when the caller leaves', async () => {
    const left = Promise.withResolvers<void>();
    const { generation } = generationOf({
      one: (signal) => {
        signal.addEventListener('abort', () => left.resolve());
        return never(signal);
      },
    });
    const sink = new RecordingSink();
    const run = generation.embed(admitSync(generation, { id: 'm', routes: [] }, 'org'), REQUEST, sink);
    run.abort();
    await left.promise;
    expect([generation.activeRuns, generation.stats()[0]?.inFlight, sink.events, sink.fault]).toEqual([
      0,
      0,
      [],
      undefined,
    ]);
    await generation.close();
  });
});

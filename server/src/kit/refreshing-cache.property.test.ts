import fc from 'fast-check';
import { describe, it } from 'vitest';
import type { Clock } from './clock.ts';
import { RefreshingCache } from './refreshing-cache.ts';

class Outage extends Error {}

const command = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('find' as const), key: fc.constantFrom('a', 'b', 'c') }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('write' as const), key: fc.constantFrom('a', 'b', 'c') }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('advance' as const),
      ms: fc.constantFrom(500, 1_000, 29_000, 31_000, 300_000),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('invalidate' as const), key: fc.constantFrom('a', 'b', 'c') }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('invalidateAll' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('outage' as const), unavailable: fc.boolean() }) },
);

/** A version written of a key, and when. */
interface Version {
  readonly version: number;
  readonly fromMs: number;
}

describe('RefreshingCache, whatever happens in whatever order', () => {
  it('serves nothing older than its bounds allow and nothing that was invalidated', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 20, maxLength: 60, size: 'max' }), async (commands) => {
        let elapsedMs = 0;
        let unavailable = false;
        let lastAwayMs = -Infinity;
        let latest = 0;
        const history = new Map<string, Version[]>();
        const barrier = new Map<string, number>();
        const clock: Clock = {
          nowMs: () => 0,
          monotonicMs: () => elapsedMs,
          advance: () => Promise.resolve(),
          offsetMs: () => 0,
          onAdvance: () => () => {},
        };
        const cache = new RefreshingCache<{ version: number }>({
          clock,
          loadMany: (keys) => {
            if (unavailable) return Promise.reject(new Outage());
            return Promise.resolve(
              new Map(
                keys.flatMap((key) =>
                  history.has(key) ? [[key, { version: history.get(key)!.at(-1)!.version }]] : [],
                ),
              ),
            );
          },
          isOutage: (error) => error instanceof Outage,
          unavailable: () => new Outage('unavailable'),
          onFailure: () => {},
        });
        for (const step of commands) {
          if (step.do === 'write') {
            const versions = history.get(step.key) ?? [];
            history.set(step.key, [...versions, { version: ++latest, fromMs: elapsedMs }]);
          } else if (step.do === 'advance') {
            elapsedMs += step.ms;
          } else if (step.do === 'invalidate') {
            cache.invalidate(step.key);
            barrier.set(step.key, history.get(step.key)?.at(-1)?.version ?? 0);
          } else if (step.do === 'invalidateAll') {
            cache.invalidateAll();
            for (const [key, versions] of history) barrier.set(key, versions.at(-1)!.version);
          } else if (step.do === 'outage') {
            if (unavailable) lastAwayMs = elapsedMs;
            unavailable = step.unavailable;
          } else {
            const found = await Promise.resolve(cache.find(step.key)).catch((error: unknown) => error);
            const versions = history.get(step.key) ?? [];
            if (found instanceof Error) {
              if (!unavailable) throw new Error('a store that answers was called unavailable');
              continue;
            }
            const served = (found as { version: number } | undefined)?.version ?? 0;
            if (served < (barrier.get(step.key) ?? 0)) throw new Error('an invalidated version was served');
            // The successor of the served version tells since when it is out of date.
            const successor = versions.find(({ version }) => version > served);
            const oldMs = successor === undefined ? 0 : elapsedMs - successor.fromMs;
            const unsure = unavailable || elapsedMs - lastAwayMs < 1_000;
            if (oldMs >= (unsure ? 600_000 : 60_000))
              throw new Error(`a version out of date for ${oldMs} ms was served`);
          }
          await new Promise((resolve) => setImmediate(resolve));
        }
      }),
      { numRuns: 300 },
    );
  });
});

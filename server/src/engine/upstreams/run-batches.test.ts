import { describe, expect, it } from 'vitest';
import { inGroups, runBatches } from './run-batches.ts';

const signal = new AbortController().signal;

describe('runBatches', () => {
  it('respects the concurrency limit, and keeps the order of the batches', async () => {
    let running = 0;
    let most = 0;
    const gates = Array.from({ length: 7 }, () => Promise.withResolvers<void>());
    const responses = runBatches([0, 1, 2, 3, 4, 5, 6], { concurrency: 3, signal }, async (batch) => {
      most = Math.max(most, ++running);
      await gates[batch]!.promise;
      running--;
      return batch * 10;
    });
    for (const at of [2, 1, 0, 4, 3, 6, 5]) gates[at]!.resolve();
    expect(await responses).toEqual([0, 10, 20, 30, 40, 50, 60]);
    expect(most).toBe(3);
  });

  it('cancels the others at the first failure, starts no more, and rejects with it', async () => {
    const started: number[] = [];
    const cancelled: number[] = [];
    const failure = new Error('first');
    const run = (batch: number, either: AbortSignal): Promise<never> => {
      started.push(batch);
      if (batch === 1) return Promise.reject(failure);
      return new Promise((_resolve, reject) =>
        either.addEventListener('abort', () => {
          cancelled.push(batch);
          reject(new Error('cancelled'));
        }),
      );
    };
    await expect(runBatches([0, 1, 2, 3, 4], { concurrency: 3, signal }, run)).rejects.toBe(failure);
    expect([started, cancelled]).toEqual([
      [0, 1, 2],
      [0, 2],
    ]);
  });

  it('groups in order', () => {
    expect(inGroups([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]]);
  });
});

import { expect, it } from 'vitest';
import { inTurn } from './disk-syncs.ts';

it('runs two syncs at a time in order, also after one has failed', async () => {
  const started: number[] = [];
  const ends: PromiseWithResolvers<void>[] = [];
  const syncs = [0, 1, 2, 3, 4].map((i) =>
    inTurn(async () => {
      started.push(i);
      await (ends[i] = Promise.withResolvers<void>()).promise;
    }).catch((error: unknown) => error),
  );
  await expect.poll(() => started).toEqual([0, 1]);
  ends[1]!.reject(new Error('full'));
  expect(await syncs[1]).toEqual(new Error('full'));
  await expect.poll(() => started).toEqual([0, 1, 2]);
  ends[0]!.resolve();
  ends[2]!.resolve();
  await expect.poll(() => started).toEqual([0, 1, 2, 3, 4]);
  ends[3]!.resolve();
  ends[4]!.resolve();
  await Promise.all(syncs);
  await inTurn(() => Promise.resolve());
});

import { expect, it } from 'vitest';
import { BoundedQueue } from './bounded-queue.ts';

const never = new AbortController().signal;

it('runs a few at once, the rest in turn, and refuses beyond its limit', async () => {
  const queue = new BoundedQueue(2, 2);
  const begun: number[] = [];
  const gates = Array.from({ length: 5 }, () => Promise.withResolvers<void>());
  const run = (task: number, signal = never): Promise<number> =>
    queue.run(async () => {
      begun.push(task);
      await gates[task]?.promise;
      return task;
    }, signal);
  const leaving = new AbortController();
  const [first, second, third, fourth] = [run(0), run(1), run(2, leaving.signal), run(3)];
  await expect(run(4)).rejects.toMatchObject({ catalogName: 'temporarily_unavailable' });
  expect(begun).toEqual([0, 1]);
  // Whoever leaves while waiting gives up the place in the line, and is not begun.
  leaving.abort(new Error('left'));
  await expect(third).rejects.toThrow('left');
  await expect(run(2, leaving.signal)).rejects.toThrow('left');
  gates[1]?.resolve();
  expect(await second).toBe(1);
  gates[3]?.resolve();
  expect(await fourth).toBe(3);
  expect(begun).toEqual([0, 1, 3]);
  // A task that fails frees its place as well.
  gates[0]?.reject(new Error('failed'));
  await expect(first).rejects.toThrow('failed');
  gates[2]?.resolve();
  gates[4]?.resolve();
  expect(await Promise.all([run(2), run(4)])).toEqual([2, 4]);
});

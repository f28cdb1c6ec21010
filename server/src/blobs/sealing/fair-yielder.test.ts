import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { FairYielder } from './fair-yielder.ts';

it('one caller continues in each turn of the event loop, in FIFO order', async () => {
  const yielder = new FairYielder();
  const went: number[] = [];
  const all = Promise.all(Array.from({ length: 20 }, (_, i) => yielder.next().then(() => went.push(i))));
  for (let turn = 1; turn <= 20; turn++) {
    await nextTurn();
    expect(went.length).toBeLessThanOrEqual(turn);
  }
  await all;
  expect(went).toEqual(Array.from({ length: 20 }, (_, i) => i));
  await yielder.next();
});

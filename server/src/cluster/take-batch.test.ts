import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { TakeBatch, type Take, type TakeOutcome } from './take-batch.ts';

const take = (ring: string): Take => ({
  ring,
  prefetches: 'draws',
  leases: 'leases',
  epoch: 'epoch',
  limit: 10,
  windowMs: 60_000,
  requests: 1,
  ahead: 0,
  number: 0,
  settled: 0,
  spent: Buffer.alloc(0),
  recall: 0,
});
const outcome = (waitMs: number): TakeOutcome => ({
  waitMs,
  openMs: 0,
  ahead: 0,
  epoch: '',
  sentAtMs: 0,
  countedAtMs: 0,
});

/** Counters that answer when they are told to: each request waits as long as its ring's name is. */
function openBatch() {
  const questions: { readonly rings: string[]; resolve: () => void; fail: () => void }[] = [];
  const batch = new TakeBatch(
    (takes) =>
      new Promise((resolve, reject) => {
        questions.push({
          rings: takes.map(({ ring }) => ring),
          resolve: () => resolve(takes.map(({ ring }) => outcome(ring.length))),
          fail: () => reject(new Error('away')),
        });
      }),
  );
  return { batch, questions };
}

it('asks once for all requests of a turn, and gives each its own answer', async () => {
  const { batch, questions } = openBatch();
  const outcomes = Promise.all(['a', 'bb', 'ccc'].map((ring) => batch.take(take(ring))));
  await nextTurn();
  expect(questions.map(({ rings }) => rings)).toEqual([['a', 'bb', 'ccc']]);
  questions[0]!.resolve();
  expect((await outcomes).map(({ waitMs }) => waitMs)).toEqual([1, 2, 3]);
});

it('does not wait for an earlier answer, until eight are under way', async () => {
  const { batch, questions } = openBatch();
  const outcomes = [];
  for (let turn = 0; turn < 10; turn++) {
    outcomes.push(batch.take(take(`ring-${turn}`)));
    await nextTurn();
  }
  expect(questions).toHaveLength(8);
  questions[3]!.resolve();
  await outcomes[3];
  await nextTurn();
  expect(questions.slice(8).map(({ rings }) => rings)).toEqual([['ring-8', 'ring-9']]);
  for (const question of questions) question.resolve();
  await Promise.all(outcomes);
});

it('fails the requests of one batch only, and goes on asking', async () => {
  const { batch, questions } = openBatch();
  const first = batch.take(take('first'));
  await nextTurn();
  const second = batch.take(take('second'));
  await nextTurn();
  questions[0]!.fail();
  questions[1]!.resolve();
  await expect(first).rejects.toThrow('away');
  expect(await second).toMatchObject({ waitMs: 6 });
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import { usualDatabase, type OpenTestDatabase } from '#test-kit';
import { claimStep, confirmSecondFactor, putSecondFactor } from './second-factors.ts';

const database = await usualDatabase();
let opened: OpenTestDatabase;
beforeAll(async () => {
  opened = await database.open();
  const user = { id: 'user_1', email: 'ada@acme.test', name: 'Ada', created_at: 0 };
  await opened.store.db.insertInto('users').values(user).execute();
});
afterAll(() => opened?.close());

const put = (secret: string) =>
  putSecondFactor(opened.store.db, { id: 'signin_1', userId: 'user_1', secret, recoveryCodes: '[]' });

it('D-CONS-1 a code of an app that was replaced is not taken, and confirms nothing of the new one', async () => {
  const { db } = opened.store;
  await put('old');
  await put('new');
  expect(await claimStep(db, 'user_1', { secret: 'old', step: 1 })).toBe(false);
  expect(await confirmSecondFactor(db, 'user_1', 'old')).toBe(false);
  expect(await claimStep(db, 'user_1', { secret: 'new', step: 1 })).toBe(true);
  expect(await claimStep(db, 'user_1', { secret: 'new', step: 1 })).toBe(false);
  expect(await confirmSecondFactor(db, 'user_1', 'new')).toBe(true);
});

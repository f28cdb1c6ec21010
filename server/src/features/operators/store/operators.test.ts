import { afterAll, beforeAll, expect, it } from 'vitest';
import { usualDatabase, type OpenTestDatabase } from '#test-kit';
import { claimStep, insertOperator, setSignIn } from './operators.ts';

const database = await usualDatabase();
let opened: OpenTestDatabase;
beforeAll(async () => {
  opened = await database.open();
});
afterAll(() => opened?.close());

it('D-CONS-1 a code of an app that was replaced is not taken of an operator', async () => {
  const { db } = opened.store;
  const [before, now] = [Buffer.from('old'), Buffer.from('new')];
  await insertOperator(db, { id: 'oper_1', email: 'otto@svc.test', role: 'operator' }, 0);
  await setSignIn(db, 'oper_1', { name: 'Otto', password: 'hash', authenticator: now, step: 0 });
  expect(await claimStep(db, 'oper_1', { authenticator: before, step: 1 })).toBe(false);
  expect(await claimStep(db, 'oper_1', { authenticator: now, step: 1 })).toBe(true);
});

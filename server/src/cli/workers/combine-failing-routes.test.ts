import { expect, it } from 'vitest';
import { combineFailingRoutes } from './combine-failing-routes.ts';

it('names each failing route once, and as the worker that is worst off sees it', () => {
  const a = { model: 'M', engine: 'a' };
  const b = { model: 'M', engine: 'b' };
  expect(
    combineFailingRoutes([
      [{ ...a, isReplaced: true }],
      [],
      [
        { ...a, isReplaced: false },
        { ...b, isReplaced: false },
      ],
      [{ ...a, isReplaced: true }],
    ]),
  ).toEqual([
    { ...a, isReplaced: false },
    { ...b, isReplaced: false },
  ]);
});

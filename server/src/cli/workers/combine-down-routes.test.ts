import { expect, it } from 'vitest';
import { combineDownRoutes } from './combine-down-routes.ts';

it('names each failing route once, and as the worker that is worst off sees it', () => {
  const a = { model: 'M', engine: 'a', why: 'failing' as const };
  const b = { model: 'M', engine: 'b', why: 'failing' as const };
  expect(
    combineDownRoutes([
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

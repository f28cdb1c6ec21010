import { expect, it } from 'vitest';
import { restartPauseMs } from './restart-pause.ts';

it('pauses ever longer before a worker that cannot start, and never long before one that has served', () => {
  expect([0, 1, 2, 20, 2000].map((failures) => restartPauseMs(failures, false))).toEqual([
    100, 200, 400, 30_000, 30_000,
  ]);
  expect([0, 1, 4, 2000].map((failures) => restartPauseMs(failures, true))).toEqual([100, 200, 1000, 1000]);
});

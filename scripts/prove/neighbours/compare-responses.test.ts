import { expect, it } from 'vitest';
import { compareResponses, type Timed } from './compare-responses.ts';

/** Fifty calls a second for twenty seconds. */
const calls = (elapsedMs: (second: number, i: number) => number): Timed[] =>
  Array.from({ length: 1000 }, (_, i) => ({
    startedAtMs: i * 20,
    elapsedMs: elapsedMs(Math.floor(i / 50), i),
    clockMs: elapsedMs(Math.floor(i / 50), i),
  }));

const ms = (value: number) => ({ elapsedMs: value, clockMs: value });

it('compares the slowest hundredth of both', () => {
  const quiet = calls(() => 10);
  const loaded = calls((_, i) => (i % 50 === 0 ? 25 : 10));
  expect(compareResponses(quiet, loaded)).toEqual({ quiet: ms(10), loaded: ms(25), seconds: 20 });
});

it('leaves out seconds in which the quiet service was stopped as well', () => {
  const stalled = calls((second) => (second === 7 ? 800 : 10));
  expect(compareResponses(stalled, stalled)).toEqual({ quiet: ms(10), loaded: ms(10), seconds: 19 });
});

it('keeps seconds in which only the loaded service was slow', () => {
  const loaded = calls((second) => (second === 7 ? 800 : 10));
  expect(
    compareResponses(
      calls(() => 10),
      loaded,
    ),
  ).toEqual({ quiet: ms(10), loaded: ms(800), seconds: 20 });
});

import { describe, expect, it } from 'vitest';
import { periodicLoops } from './periodic-loops.ts';
import { plantedTree } from './planted-tree.ts';

const CLOCK = { 'server/src/kit/clock.ts': 'export const clock = { onAdvance(listener) {} };' };
const count = (text: string) =>
  periodicLoops(plantedTree({ ...CLOCK, 'server/src/mail/loop.ts': text }))[0]?.places;

describe('periodic loops', () => {
  it.each([
    'setInterval(() => void this.run(), 1000).unref();',
    'setInterval(async () => { await run(); }, 1000);',
    'this.#stop = parts.clock.onAdvance(() => this.run());',
  ])('are timers and listeners of the clock with work to wait for: %s', (text) => {
    expect(count(text)).toEqual(['server/src/mail/loop.ts']);
  });

  it.each([
    'setInterval(() => this.#sweep(), 1000);',
    '// clock.onAdvance(() => run())',
    'setTimeout(() => void run(), 1000);',
  ])('are not %s', (text) => {
    expect(count(text)).toEqual([]);
  });

  it('cannot be counted when the clock has no such listener', () => {
    expect(() => periodicLoops(plantedTree({ 'server/src/kit/clock.ts': 'onMove(listener) {}' }))).toThrow(
      'is gone',
    );
  });
});

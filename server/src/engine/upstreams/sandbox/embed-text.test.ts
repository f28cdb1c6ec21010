import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { embedText } from './embed-text.ts';

function cosine(a: string, b: string, dimensions = 1024): number {
  const [u, v] = [a, b].map((text) => embedText(text).subarray(0, dimensions)) as [
    Float32Array,
    Float32Array,
  ];
  const dot = (x: Float32Array, y: Float32Array): number =>
    x.reduce((sum, number, i) => sum + number * y[i]!, 0);
  return dot(u, v) / Math.sqrt(dot(u, u) * dot(v, v));
}

describe('embedText', () => {
  it.each([256, 512, 1024])(
    'has a cosine that shows how many words are shared, also with %i numbers',
    (dimensions) => {
      const text = 'the quick brown fox jumps over the lazy dog';
      const most = cosine(text, 'the quick brown fox jumps over a sleeping dog', dimensions);
      const some = cosine(text, 'the quick red hen runs under a fence', dimensions);
      const none = cosine(text, 'quarterly revenue grew ten percent', dimensions);
      expect(most).toBeGreaterThan(0.6);
      expect(some).toBeLessThan(most - 0.15);
      expect(none).toBeLessThan(some - 0.1);
      expect(Math.abs(none)).toBeLessThan(0.25);
    },
  );

  it('ignores case, width and order, and matches inflected forms', () => {
    expect(cosine('Oslo in winter', 'WINTER in ｏｓｌｏ')).toBeCloseTo(1, 6);
    expect(cosine('winter', 'winters')).toBeGreaterThan(0.2);
    expect(Math.abs(cosine('winter', 'zebra'))).toBeLessThan(0.1);
  });

  it('is the same on every machine', () => {
    const vector = embedText('Hello, world!');
    const strong = [...vector].flatMap((number, i) => (Math.abs(number) >= 1 ? [[i, number]] : []));
    expect(strong).toEqual([
      [57, 1],
      [110, -1],
      [336, 1],
      [422, -1],
      [624, -1],
      [681, -1],
      [861, -1],
    ]);
  });

  it('has a direction for every text, even when it is cut', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), (text) => {
        const vector = embedText(text);
        expect(vector.length).toBe(1024);
        expect(vector.subarray(0, 256).some((number) => number !== 0)).toBe(true);
        expect(vector.every(Number.isFinite)).toBe(true);
      }),
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BYTES_PER_NUMBER, writeNumbers } from './write-numbers.ts';

function write(numbers: Float32Array): { text: string; bytes: number } {
  const into = Buffer.alloc(numbers.length * BYTES_PER_NUMBER);
  const end = writeNumbers(numbers, into, 0);
  return { text: into.toString('latin1', 0, end), bytes: end };
}

const float32 = fc.float({ noNaN: true, min: -1, max: 1 });

describe('writeNumbers', () => {
  it('EMB-10 writes JSON that reads back as the very same float32', () => {
    fc.assert(
      fc.property(
        fc.float32Array({ noNaN: true, min: -1, max: 1, minLength: 1, maxLength: 50 }),
        (numbers) => {
          const { text, bytes } = write(numbers);
          // Zero has one form.
          expect(Float32Array.from(JSON.parse(`[${text}]`) as number[])).toEqual(
            numbers.map((number) => (number === 0 ? 0 : number)),
          );
          expect(bytes).toBeLessThanOrEqual(numbers.length * BYTES_PER_NUMBER);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('does so at the edges of its forms', () => {
    const edges = [2 ** -7, 2 ** -14, 2 ** -30, 1, 2 ** -149].flatMap((edge) => {
      const bits = new Uint32Array(Float32Array.of(edge).buffer)[0]!;
      return [bits - 1, bits, bits + 1].map((each) => new Float32Array(Uint32Array.of(each).buffer)[0]!);
    });
    const numbers = Float32Array.from(
      [...edges, ...edges.map((edge) => -edge)].filter((number) => Math.abs(number) <= 1.5),
    );
    expect(Float32Array.from(JSON.parse(`[${write(numbers).text}]`) as number[])).toEqual(
      numbers.map((number) => (number === 0 ? 0 : number)),
    );
  });

  it('spends at most 16 bytes on a number of ordinary size', () => {
    fc.assert(
      fc.property(float32, (number) => {
        if (Math.abs(number) < 2 ** -14) return;
        expect(write(Float32Array.of(number)).bytes).toBeLessThanOrEqual(16);
      }),
    );
  });
});

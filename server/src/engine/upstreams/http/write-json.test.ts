import fc from 'fast-check';
import { expect, it } from 'vitest';
import { writeJson } from './write-json.ts';

it('writes plain data as JSON.stringify does', () => {
  const plain = fc.letrec((tie) => ({
    any: fc.oneof(
      { maxDepth: 4 },
      fc.string({ unit: 'binary' }),
      fc.double(),
      fc.constantFrom(true, null, undefined, 0),
      fc.array(tie('any')),
      fc.dictionary(fc.string(), tie('any')),
    ),
  })).any;
  fc.assert(
    fc.property(fc.array(plain), (value) => {
      expect([...writeJson(value)].join('')).toBe(JSON.stringify(value));
    }),
  );
});

it('splits long strings and long lists, but no character', () => {
  const value = {
    list: Array.from({ length: 50_000 }, (_, i) => `item ${i}`),
    text: `a${'\u{1f600}"\n'.repeat(400_000)}`,
    b: undefined,
  };
  const chunks = [...writeJson(value)];
  expect(chunks.join('')).toBe(JSON.stringify(value));
  expect(chunks.length).toBeGreaterThan(8);
  expect(Math.max(...chunks.map((chunk) => chunk.length))).toBeLessThan(2_000_000);
  expect(chunks.every((chunk) => chunk.isWellFormed())).toBe(true);
});

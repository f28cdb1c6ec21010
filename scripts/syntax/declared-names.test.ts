import { describe, expect, it } from 'vitest';
import { declaredNames, wordsOf } from './declared-names.ts';

const namesIn = (text: string) =>
  declaredNames({ path: 'a/read-file.test.ts', text }).map(({ name }) => name);

describe('declared names', () => {
  it('are those of files, types, classes, functions and constants of the module', () => {
    const text =
      'export const LIMIT = 1; let count; interface A {} export type B = 1; export class C {} function d() {}';
    expect(namesIn(text)).toEqual(['read-file', 'LIMIT', 'count', 'A', 'B', 'C', 'd']);
  });

  it('are those of methods and private fields', () => {
    expect(
      namesIn('class A { #b = 1; c(): void {} get d() { return 1; } } interface E { f(): void }'),
    ).toEqual(['read-file', 'A', 'b', 'c', 'd', 'E', 'f']);
  });

  it('are not those of properties, parameters and variables of functions', () => {
    expect(namesIn('const A = { b: 1 }; function c(d: number) { const e = d; } class F { g = 1; }')).toEqual([
      'read-file',
      'A',
      'c',
      'F',
    ]);
  });

  it('have their line', () => {
    expect(declaredNames({ path: 'a.ts', text: '\nclass B {}' })[1]).toEqual({ name: 'B', place: 'a.ts:2' });
  });

  it.each([
    ['readHTTPAnswer', ['read', 'http', 'answer']],
    ['AT_ONCE', ['at', 'once']],
    ['read-answer', ['read', 'answer']],
  ])('%s has words', (name, words) => {
    expect(wordsOf(name)).toEqual(words);
  });
});

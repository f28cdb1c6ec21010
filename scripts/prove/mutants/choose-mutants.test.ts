import { describe, expect, it } from 'vitest';
import { chooseMutants, mutantsOf } from './choose-mutants.ts';
import { mutated } from './mutant.ts';

/** Every mutant of a text, as its operator and the text it becomes. */
function mutantsIn(text: string): [string, string][] {
  return mutantsOf({ path: 'server/src/a.ts', text }).map((mutant) => [
    mutant.operator,
    mutated(text, mutant),
  ]);
}

describe('mutants', () => {
  it.each<[string, ...[string, string][]]>([
    ['const a = b ? c : d', ['condition', 'const a = !(b) ? c : d']],
    ['if (a) b()', ['condition', 'if (!(a)) b()'], ['statement', 'if (a) ;']],
    ['if (a) throw b', ['condition', 'if (!(a)) throw b'], ['statement', ';']],
    ['x = a < b', ['statement', ';'], ['comparison', 'x = ((a) <= (b))']],
    ['const x = a && b', ['logic', 'const x = ((a) || (b))']],
    [
      'const x = [1, 5000, true]',
      ['constant', 'const x = [2, 5000, true]'],
      ['constant', 'const x = [1, 10000, true]'],
      ['constant', 'const x = [1, 5000, false]'],
    ],
    ['const x = 404', ['error', 'const x = 409']],
    [`const x = new ApiError('forbidden')`, ['error', `const x = new ApiError('resource_conflict')`]],
    ['log.warn(a)'],
    ['timer.unref()'],
    [`this.name = 'EngineFault'`],
    ['type A = 1 | true'],
    [`import a from 'a'`],
  ])('of %s', (text, ...mutants) => {
    expect(mutantsIn(text)).toEqual(mutants);
  });

  it('are the same for the same seed, and as many of each operator', () => {
    const files = [{ path: 'server/src/a.ts', text: 'const a = b ? c && 1 : d < 404;\nf();' }];
    const chosen = chooseMutants(files, 6, 7);
    expect(chosen).toEqual(chooseMutants(files, 6, 7));
    expect(new Set(chosen.map(({ operator }) => operator)).size).toBe(6);
  });

  it.each([
    'server/src/a.test.ts',
    'contract/src/errors/catalog.fixture.ts',
    'contract/src/reference/a.ts',
    'server/src/store/migrations/0001.ts',
    'server/src/engine/test-support/a.ts',
    'console/src/a.ts',
  ])('are not drawn from %s', (path) => {
    expect(chooseMutants([{ path, text: 'f(1)' }], 6, 7)).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { importFigures } from './import-figures.ts';
import { plantedTree } from './planted-tree.ts';

const FOLDERS = {
  'server/src/kit/index.ts': "export { a } from './a.ts';",
  'server/src/kit/a.ts': '',
  'server/src/store/index.ts': "import { a } from '#kit';",
};
const count = (files: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    importFigures(plantedTree({ ...FOLDERS, ...files })).map(({ name, value }) => [name, value]),
  );

const NONE = {
  'imports of a later folder': 0,
  'cycles of value imports': 0,
  'cycles of imports, types included': 0,
};

describe('imports', () => {
  it('that only go down are none of the three', () => {
    expect(count({})).toEqual(NONE);
  });

  it('of a later folder are found, of types too', () => {
    expect(count({ 'server/src/kit/a.ts': "import type { Store } from '#store';" })).toMatchObject({
      'imports of a later folder': 1,
    });
  });

  it('in a circle of values are found', () => {
    const circle = {
      'server/src/kit/a.ts': "export * from './b.ts';",
      'server/src/kit/b.ts': "import { type T, a } from './a.ts';",
    };
    expect(count(circle)).toEqual({
      ...NONE,
      'cycles of value imports': 1,
      'cycles of imports, types included': 1,
    });
  });

  it.each([
    "import type { A } from './a.ts';",
    "import { type A } from './a.ts';",
    "type A = import('./a.ts').A;",
    "export type * from './a.ts';",
  ])('in a circle that types close are told apart: %s', (back) => {
    const circle = { 'server/src/kit/a.ts': "import { b } from './b.ts';", 'server/src/kit/b.ts': back };
    expect(count(circle)).toEqual({ ...NONE, 'cycles of imports, types included': 1 });
  });

  it('in a circle that is loaded later are none', () => {
    const circle = {
      'server/src/kit/a.ts': "import { b } from './b.ts';",
      'server/src/kit/b.ts': "const a = () => import('./a.ts');",
    };
    expect(count(circle)).toEqual(NONE);
  });

  it('cannot be counted when folders have no entry points', () => {
    expect(() =>
      importFigures(plantedTree({ 'server/src/a.ts': "import './b.ts';", 'server/src/b.ts': '' })),
    ).toThrow('No folder is imported');
  });
});

import { describe, expect, it } from 'vitest';
import { plantedTree } from './planted-tree.ts';
import { sourceSizes } from './source-sizes.ts';

describe('source sizes', () => {
  it('count lines of sources and not of tests', () => {
    const files = Object.fromEntries(
      [3, 5, 7].map((lines) => [`server/src/a${lines}.ts`, 'x\n'.repeat(lines)]),
    );
    const figures = sourceSizes(
      plantedTree({ ...files, 'server/src/a.test.ts': 'x\n'.repeat(99), 'docs/a.md': 'x\n'.repeat(99) }),
    );
    expect(figures.map(({ value }) => value)).toEqual([3, '5, 7', 7]);
    expect(figures.at(-1)?.places).toEqual(['server/src/a7.ts']);
  });

  it('cannot be counted without sources', () => {
    expect(() => sourceSizes(plantedTree({ 'lib/a.ts': '' }))).toThrow('There are no source files');
  });
});

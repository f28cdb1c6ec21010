import { describe, expect, it } from 'vitest';
import { definiteFields } from './definite-fields.ts';
import { plantedTree } from './planted-tree.ts';

describe('fields with definite assignment', () => {
  it('are found with their line, in the product and not in its tests', () => {
    const text = 'class A {\n  a!: string;\n  readonly b: string;\n  readonly #c!: number;\n}';
    expect(
      definiteFields(plantedTree({ 'server/src/a.ts': text, 'server/src/a.test.ts': text }))[0]?.places,
    ).toEqual(['server/src/a.ts:2', 'server/src/a.ts:4']);
  });

  it('cannot be counted where no class has a field', () => {
    expect(() => definiteFields(plantedTree({ 'src/a.ts': 'class A { a!: string }' }))).toThrow(
      'No class has a field',
    );
  });
});

import { describe, expect, it } from 'vitest';
import { plantedTree } from './planted-tree.ts';
import { textComparisons } from './text-comparisons.ts';

const CONTRACT = { 'contract/src/operations/operation.ts': 'interface Operation { readonly path: string }' };
const count = (text: string) =>
  textComparisons(plantedTree({ ...CONTRACT, 'server/src/a.ts': text }, ['createMessage']))[0]?.places;

describe('comparisons with text', () => {
  it.each([
    "operation.path === '/v1/messages';",
    "'/v1/messages' !== path;",
    "if (operation.id !== 'createMessage') {}",
    "switch (id) { case 'createMessage': }",
    "path.startsWith('/oauth/');",
  ])('of a path or an operation are found: %s', (text) => {
    expect(count(text)).toEqual(['server/src/a.ts:1']);
  });

  it.each([
    'operation.path === other.path;',
    "kind === 'admin';",
    "name.startsWith('/tmp');",
    "path.startsWith('x');",
  ])('are not %s', (text) => {
    expect(count(text)).toEqual([]);
  });

  it('cannot be counted when operations have no path', () => {
    expect(() =>
      textComparisons(plantedTree({ 'contract/src/operations/operation.ts': 'interface Operation {}' })),
    ).toThrow('is gone');
  });
});

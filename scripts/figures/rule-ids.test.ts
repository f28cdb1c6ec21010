import { describe, expect, it } from 'vitest';
import { plantedTree } from './planted-tree.ts';
import { ruleIds } from './rule-ids.ts';

describe('rule ids', () => {
  it('are counted once each, with those that cannot be looked up', () => {
    const tree = plantedTree({
      'contract/rules/aa.md': '| AA-01 | A rule. | 1 |\n| AA-02 | See AA-03. | 1 |',
      'server/src/a.ts': '// AA-01, AA-02 and AA-09',
      'docs/a.md': 'AA-01, UTF-8',
    });
    expect(ruleIds(tree)).toMatchObject([{ value: '3, 2', places: ['AA-09'] }]);
  });

  it('cannot be counted without rules', () => {
    expect(() => ruleIds(plantedTree({ 'server/src/a.ts': '// AA-01' }))).toThrow('has no rules');
  });
});

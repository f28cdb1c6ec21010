import { describe, expect, it } from 'vitest';
import { ruleCitations } from './rule-citations.ts';

const RULES = [
  { path: 'contract/rules/inference/aa.md', text: '| AA-01 | One. | live | a test | 2.1 |\n' },
  { path: 'contract/rules/decisions/bb.md', text: '| D-BB-2 | A question | A decision | – |\n' },
];
const check = (text: string, path = 'server/src/a.ts') => ruleCitations([...RULES, { path, text }]);

describe('a citation', () => {
  it.each([
    ['a rule that does not exist', '// as AA-02 says', 'AA-02 is no rule'],
    ['a decision that does not exist', "it('D-BB-3 does it')", 'D-BB-3 is no rule'],
    ['a group that does not exist', '(AB-01)', 'AB-01 is no rule'],
    ['the end of a range that does not exist', 'AA-01 to AA-9', 'AA-9 is no rule'],
    [
      'a section without rules',
      'see inference contract §2.2',
      'no rule was made from inference contract §2.2',
    ],
    [
      'a section of the other contract',
      'Platform contract, §2.1',
      'no rule was made from platform contract §2.1',
    ],
  ])('of %s is told with its line', (_name, text, message) => {
    expect(check(`// fine: AA-01\n${text}\n`)).toEqual([
      expect.stringMatching(`^server/src/a.ts:2: ${message}`),
    ]);
  });

  it.each([
    'AA-01, D-BB-2.',
    'inference contract §2.1',
    'inference contract §2',
    'UTF-8 and SHA-256',
    'admin-1',
    'ADMIN-2026-11-01',
    'PDF-1.7',
  ])('that is right or none is left alone: %s', (text) => {
    expect(check(text)).toEqual([]);
  });

  it('of one rule by another is checked, and checksums are not', () => {
    expect(check('see AA-02', 'contract/rules/inference/cc.md')).toHaveLength(1);
    expect(check('see AA-02', 'package-lock.json')).toEqual([]);
  });
});

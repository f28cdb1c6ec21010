import { describe, expect, it } from 'vitest';
import { ruleCoverage } from './rule-coverage.ts';

const RULES = ['AA-01', 'AA-02', 'AA-03', 'AA-04', 'D-AA-05'].map((id) => ({
  path: `contract/rules/${id.startsWith('D-') ? 'decisions' : 'inference'}/${id}.md`,
  text: `| ${id} | A rule. | live | a test | 1 |\n`,
}));
const test = (text: string, path = 'server/src/a.test.ts') => ({ path, text });
const list = (text: string) => ({
  path: 'docs/not-built-yet.md',
  text: `# Not built\n\nAA-01\n\n## Rules that no test names\n\nHeld.\n\n${text}\n\n## More\n\n- AA-01\n`,
});

describe('the list of rules that no test names', () => {
  const tested = [test("it('AA-01 is held')"), test('// AA-02', 'server/src/a.ts')];

  it('passes when it is exact', () => {
    expect(ruleCoverage([...RULES, ...tested, list('- AA-02 to AA-04')])).toEqual([]);
  });

  it('fails when a rule gained a test', () => {
    expect(
      ruleCoverage([...RULES, ...tested, test('AA-03', 'conformance/src/a.ts'), list('- AA-02 to AA-04')]),
    ).toEqual(['docs/not-built-yet.md lists as untested what is tested or no rule: AA-03']);
  });

  it('fails when a rule has no test and is not listed', () => {
    expect(ruleCoverage([...RULES, ...tested, list('- AA-02, AA-03')])).toEqual([
      'no test names these, and docs/not-built-yet.md does not list them: AA-04',
    ]);
  });

  it('does not take the test of a decision for one of the rule whose id it ends with', () => {
    expect(ruleCoverage([...RULES, ...tested, test('D-AA-03'), list('- AA-02 to AA-04')])).toEqual([]);
  });

  it('fails when it lists what is no rule', () => {
    expect(ruleCoverage([...RULES, ...tested, list('- AA-02 to AA-04, AA-09')])).toEqual([
      'docs/not-built-yet.md lists as untested what is tested or no rule: AA-09',
    ]);
  });

  it('must be there', () => {
    expect(() => ruleCoverage([...RULES, { path: 'docs/not-built-yet.md', text: '# Not built\n' }])).toThrow(
      'has no section',
    );
  });
});

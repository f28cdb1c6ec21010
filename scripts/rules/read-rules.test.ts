import { describe, expect, it } from 'vitest';
import { isDecision, readRules } from './read-rules.ts';
import { sectionsOf } from './rule-sections.ts';

const file = (path: string, ...rows: string[]) => ({
  path: `contract/rules/${path}`,
  text: `# Title\n\n${rows.join('\n')}\n`,
});

describe('rules', () => {
  it('are the rows of the tables in the order of their paths, decisions among them', () => {
    const rules = readRules([
      file('inference/aa.md', '| AA-01 | One. | live | a test | 2.1 |', '| AA | none | |'),
      file('decisions/bb.md', '| D-BB-2 ★ | A question | A decision | – |'),
      file('compat.md', '| CC-07 | Nothing but a rule |'),
      { path: 'docs/guide.md', text: '| AA-02 | elsewhere | 1 |' },
    ]);
    expect(rules.map(({ id, group, line }) => [id, group, line])).toEqual([
      ['CC-07', 'CC', 3],
      ['D-BB-2', 'D-BB', 3],
      ['AA-01', 'AA', 3],
    ]);
    expect(rules.map(isDecision)).toEqual([false, true, false]);
  });

  it('have ids of their own', () => {
    expect(() =>
      readRules([file('a.md', '| AA-01 | One. | x |'), file('b.md', '| AA-01 | Other. | x |')]),
    ).toThrow('AA-01 stands in contract/rules/a.md:3 and in contract/rules/b.md:3.');
  });

  it('are there', () => {
    expect(() => readRules([file('a.md', 'AA-01: written as a list')])).toThrow('has no rules');
  });
});

describe('the sections of a rule', () => {
  const sections = (path: string, source: string) =>
    sectionsOf({ id: 'AA-01', group: 'AA', path, line: 1, source });

  it.each([
    ['contract/rules/inference/aa.md', '1,2.4', ['inference §1', 'inference §2.4']],
    [
      'contract/rules/inference/aa.md',
      '2.7, platform contract §2.1,§9',
      ['inference §2.7', 'platform §2.1', 'platform §9'],
    ],
    ['contract/rules/platform/bb.md', '3.2, I-7.1, 4', ['platform §3.2', 'inference §7.1', 'platform §4']],
    ['contract/rules/systems/cc.md', 'lowered limit, 3 times', []],
  ])('%s: %s', (path, source, expected) => {
    expect(sections(path, source)).toEqual(expected);
  });
});

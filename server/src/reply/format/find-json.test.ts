import { describe, expect, it } from 'vitest';
import { findJson } from './find-json.ts';

const FENCE = '```';

describe('where JSON may stand in a text', () => {
  it.each<[string, string, string[]]>([
    ['brackets from the beginning', '{"a":1}', ['{"a":1}']],
    ['brackets and a word behind them', '{"a":1} done', ['{"a":1}']],
    ['brackets behind a word', 'Here: [1, 2]', ['[1, 2]']],
    ['an object that holds a list, and one that is held', 'x [{"a":[1]}] y', ['[{"a":[1]}]']],
    ['the widest brackets', 'either {} or []', ['{} or []']],
    ['no brackets', 'none', []],
    ['an opening bracket alone', 'a { b', []],
    ['a closing bracket alone', 'a } b', []],
    ['brackets the wrong way round', '}{', []],
    ['brackets far apart the wrong way round', 'a ] b [ c', []],
    [
      'a fence, and the brackets in it',
      `See:\n${FENCE}json\n{"a":1}\n${FENCE}\nDone.`,
      ['{"a":1}\n', '{"a":1}'],
    ],
    ['a fence at the beginning', `${FENCE}\n1\n${FENCE}`, ['1\n']],
    ['a fence that holds fences', `${FENCE}\n"${FENCE}"\n${FENCE}`, [`"${FENCE}"\n`]],
    ['an empty fence', `${FENCE}\n${FENCE}`, ['']],
    ['a fence that nothing closes', `a ${FENCE}\n1`, []],
    ['a fence on one line', `${FENCE}1${FENCE}`, []],
  ])('is all of it, and for %s', (_, text, parts) => {
    expect(findJson(text).map(({ start, end }) => text.slice(start, end))).toEqual([text, ...parts]);
    for (const { start, end } of findJson(text)) expect(start).toBeLessThanOrEqual(end);
  });
});

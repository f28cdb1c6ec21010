import { expect, it } from 'vitest';
import { toolName } from './tool-name.ts';

const ENGINES_TAKE = /^[A-Za-z0-9_-]{1,64}$/;

it('D-40 a tool is <server>__<tool> where engines take that', () => {
  expect(toolName('docs', 'search-all_2', new Set())).toBe('docs__search-all_2');
  expect(toolName('s', 't'.repeat(61), new Set())).toBe(`s__${'t'.repeat(61)}`);
});

it('D-40 other names become ones engines take, always the same, and never another tool’s', () => {
  const odd = ['a.b', 'a/b', 'a b', 'ä_b', 'a_b.', 't'.repeat(62), `${'t'.repeat(62)}x`, '𝄞', ''];
  const names = odd.map((tool) => toolName('s', tool, new Set()));
  for (const name of names) expect(name).toMatch(ENGINES_TAKE);
  expect(new Set(names).size).toBe(odd.length);
  expect(odd.map((tool) => toolName('s', tool, new Set()))).toEqual(names);
});

it('D-40 a name that is taken gets a tag: two servers may cut the same name differently', () => {
  const first = toolName('a', 'b__c', new Set());
  const second = toolName('a__b', 'c', new Set([first]));
  expect(first).toBe('a__b__c');
  expect(second).toMatch(/^a__b__c_[0-9a-f]{8}$/);
});

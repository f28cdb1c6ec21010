import { describe, expect, it } from 'vitest';
import { parseSource, placeOf } from './parse-source.ts';

describe('a source file', () => {
  it('is parsed once', () => {
    const file = { path: 'a.ts', text: 'class A { b!: number }' };
    expect(parseSource(file)).toBe(parseSource(file));
  });

  it('that does not parse is told', () => {
    expect(() => parseSource({ path: 'a.ts', text: 'const = 1' })).toThrow(/^a\.ts: /);
  });

  it('has lines from 1', () => {
    expect(placeOf({ path: 'a.ts', text: 'one\ntwo' }, 5)).toBe('a.ts:2');
  });
});

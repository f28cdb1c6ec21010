import { expect, it } from 'vitest';
import { parseExact } from './parse-exact.ts';

it.each([
  '{"id":9007199254740993}',
  '{"a":[-18446744073709551615,{"b":12345678901234567890123}]}',
  '{"__proto__":9007199254740993}',
  '[1e400]',
  '{"text":"9007199254740993","small":9007199254740991,"half":0.5}',
])('writes %s as it was', (text) => {
  expect(JSON.stringify(parseExact(text))).toBe(text);
});

it('is JSON.parse for everything else', () => {
  const text = '{"a":1.0,"b":-0,"c":1e3,"d":"1e999","a":2}';
  expect(parseExact(text)).toEqual(JSON.parse(text));
  expect(parseExact('9007199254740993')).toBe(9_007_199_254_740_992);
  expect(() => parseExact('{"id":90071992547409931')).toThrow(SyntaxError);
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { jsonText, parseWithSources, sourceText } from './json-source.ts';
import { RawJson, rawSource, stringifyRaw } from './raw-json.ts';

it.each([
  '{"id":9007199254740993}',
  '{"a":1.0,"b":-0,"c":1e3,"d":[1e400],"e":0.10}',
  '{"10":1,"2":2,"b":3,"1":{"1":1,"0":2}}',
  '{"a":1,"a":{"a":2,"a":{}},"b":[{"x":1,"x":2}]}',
  '{"__proto__":{"id":9007199254740993},"toString":{}}',
  '{"a":{"b":{"c":{}}},"a":[{"b":1}],"a":{"b":[],"c":7}}',
  '{"q":"\\" \\\\","é":"a b"}',
  `${'{"a":['.repeat(500)}1.0${']}'.repeat(500)}`,
])('keeps %s as it was, whatever the white space', (text) => {
  expect(jsonText(parseWithSources(text))).toBe(text);
  const spaced = text.replaceAll(/("(?:[^"\\]|\\.)*")|([:,{}[\]])/g, (_, word?: string, mark?: string) =>
    mark === undefined ? word! : `\n ${mark}\t`,
  );
  expect(jsonText(parseWithSources(spaced))).toBe(text);
});

it('knows the text of objects inside, the last of a repeated name', () => {
  const value = parseWithSources('{"a":{"x":1.0},"l":[{"y":2.0}, {"z":3.0}],"a":{"x":4.0}}') as {
    a: object;
    l: object[];
  };
  expect([value.a, ...value.l].map(jsonText)).toEqual(['{"x":4.0}', '{"y":2.0}', '{"z":3.0}']);
  expect(sourceText({ x: 1 })).toBeUndefined();
  expect(jsonText({ x: 1 })).toBe('{"x":1}');
});

it('is JSON.parse for values, and writes them as JSON.stringify does where that changes nothing', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 6 }), (text) => {
      expect(parseWithSources(text)).toEqual(JSON.parse(text));
    }),
  );
  const plain = fc.object({
    key: fc.string().map((key) => `k${key}`),
    maxDepth: 5,
    values: [fc.string(), fc.integer()],
  });
  fc.assert(
    fc.property(plain, (value) => {
      expect(jsonText(parseWithSources(JSON.stringify(value, null, 2)))).toBe(JSON.stringify(value));
    }),
  );
  expect(() => parseWithSources('{"id":90071992547409931')).toThrow(SyntaxError);
});

it('writes raw parts as they are', () => {
  const value = { a: new RawJson('{"x":1.0}'), b: [new RawJson('1e400'), 'c'], d: undefined };
  expect(stringifyRaw(value)).toBe('{"a":{"x":1.0},"b":[1e400,"c"]}');
  expect(stringifyRaw({ a: 1 })).toBe('{"a":1}');
  const [inner] = parseWithSources('[{"x":1.0}]') as [object];
  expect(stringifyRaw({ inner: rawSource(inner), other: rawSource('s') })).toBe(
    '{"inner":{"x":1.0},"other":"s"}',
  );
});

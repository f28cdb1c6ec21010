import fc from 'fast-check';
import { expect, it } from 'vitest';
import { scanJson, type JsonBounds } from './scan-json.ts';

const FREE: JsonBounds = { depth: Infinity, values: Infinity, keyBytes: Infinity };
const scan = (text: string, bounds: Partial<JsonBounds> = {}) =>
  scanJson(Buffer.from(text), { ...FREE, ...bounds });

/** The bounds found by walking the parsed value; the longest name is measured as written. */
function measure(value: unknown): JsonBounds {
  if (typeof value !== 'object' || value === null) return { depth: 0, values: 1, keyBytes: 0 };
  const inner = Object.values(value).map(measure);
  const names = Array.isArray(value)
    ? []
    : Object.keys(value).map((name) => Buffer.byteLength(JSON.stringify(name)) - 2);
  return {
    depth: 1 + Math.max(0, ...inner.map(({ depth }) => depth)),
    values: 1 + inner.reduce((sum, { values }) => sum + values, 0),
    keyBytes: Math.max(0, ...names, ...inner.map(({ keyBytes }) => keyBytes)),
  };
}

/** Text full of characters that a byte scanner could misread. */
const text = fc.oneof(
  fc.string({
    unit: fc.constantFrom('"', '\\', '[', ']', '{', '}', ',', ':', ' ', 'u', 'd', '8', '\u00e9', '\u{1f600}'),
  }),
  fc.string({ unit: 'binary' }),
);
const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 6, withCrossShrink: true },
    fc.oneof(text, fc.double(), fc.integer(), fc.boolean(), fc.constant(null)),
    fc.array(tie('any'), { maxLength: 5 }),
    fc.dictionary(text, tie('any'), { maxKeys: 5 }),
  ),
})).any;
const indent = fc.constantFrom('', ' ', '\t', '\n');

it('D-08 finds the same depth, values and longest name as a parser', () => {
  fc.assert(
    fc.property(value, indent, (sample, space) => {
      const json = JSON.stringify(sample, undefined, space);
      const { depth, values, keyBytes } = measure(JSON.parse(json));
      expect(scan(json, { depth, values, keyBytes }).beyond).toBeUndefined();
      if (depth > 0) expect(scan(json, { depth: depth - 1 }).beyond).toBe('depth');
      if (values > 1) expect(scan(json, { values: values - 1 }).beyond).toBe('values');
      if (keyBytes > 0) expect(scan(json, { keyBytes: keyBytes - 1 }).beyond).toBe('keyBytes');
    }),
  );
});

it('D-08 finds an unpaired surrogate where a walk over the strings does', () => {
  const unit = fc.constantFrom(
    '\\ud83d',
    '\\uDE00',
    '\\uDBFF',
    '\\udc00',
    '\\ud7ff',
    '\\ue000',
    '\\\\',
    '\\"',
    'ud83d',
    '\\n',
    'a',
  );
  fc.assert(
    fc.property(fc.array(fc.string({ unit }), { maxLength: 4 }), (strings) => {
      const json = `[${strings.map((inner) => `"${inner}"`).join(',')}]`;
      const parsed = JSON.parse(json) as string[];
      expect(scan(json).loneSurrogate).toBe(!parsed.every((part) => part.isWellFormed()));
    }),
  );
});

it('reads any input to its end, valid JSON or not', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), text, (bytes, more) => {
      expect(scanJson(bytes, FREE).beyond).toBeUndefined();
      expect(scan(more).beyond).toBeUndefined();
      expect(scan(`{"${more}`).beyond).toBeUndefined();
    }),
  );
});

it('does not mistake text inside a string for a value, nor a long string for a name', () => {
  const string = JSON.stringify('[[[{"a":1,"b":[2,3]}]]]\\');
  expect(scan(`[${string},${string}]`, { depth: 1, values: 3, keyBytes: 0 }).beyond).toBeUndefined();
  expect(scan(`{ ${string} \n: 1 }`, { keyBytes: 4 }).beyond).toBe('keyBytes');
});

it('counts nothing in an object or list of whitespace', () => {
  expect(scan('[ ]', { values: 1 }).beyond).toBeUndefined();
  expect(scan('{"a": [\n\t], "b" : { \r}}', { values: 3 }).beyond).toBeUndefined();
  expect(scan('[ 1 ]', { values: 1 }).beyond).toBe('values');
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { jsonText, parseWithSources } from '#kit';
import { ExactnessScan } from './exactness-scan.ts';
import { scanJson } from './scan-json.ts';

const BOUNDS = { depth: 64, values: 100_000, keyBytes: 1000 };

function isExact(text: string): boolean {
  const scan = new ExactnessScan();
  scanJson(Buffer.from(text), BOUNDS, scan);
  return scan.isExact;
}

it.each([
  ['whole numbers', '{"a":{"b":123456789012345,"c":-7,"d":0}}', true],
  ['fractions as they are written again', '{"a":[0.5,1.25,-0.1]}', true],
  ['any number of the body itself', '{"temperature":1.0,"max":1e3}', true],
  ['the same name in different objects', '{"a":[{"b":1},{"b":2}],"c":{"b":{"b":3}}}', true],
  ['values that look like names', '{"a":{"b":"10","c":["1","1"]}}', true],
  ['sixteen digits', '{"a":{"b":9007199254740993}}', false],
  ['a fraction of zero', '{"a":{"b":1.0}}', false],
  ['an exponent', '{"a":[[[1e3]]]}', false],
  ['minus zero', '{"a":{"b":-0}}', false],
  ['a number of a message', '{"messages":[{"role":"user","content":[{"type":"text","index":1.0}]}]}', true],
  ['a number in a call', '{"messages":[{"content":[{"type":"tool_use","input":{"a":1.0}}]}]}', false],
  [
    'a number in a call, below an escaped name',
    '{"\\u006dessages":[{"content":[{"input":{"a":1.0}}]}]}',
    false,
  ],
  ['a number in a schema', '{"tools":[{"input_schema":{"maximum":1.0}}]}', false],
  ['a number in metadata', '{"metadata":{"a":1.0}}', false],
  ['a repeated name', '{"a":{"b":1,"c":2,"b":3}}', false],
  ['a repeated name, once escaped', '{"a":{"b":1,"\\u0062":3}}', false],
  ['a name that is sorted', '{"a":{"b":1,"1" :3}}', false],
  ['many names', `{"a":{${Array.from({ length: 70 }, (_, i) => `"n${i}":1`).join(',')}}}`, false],
])('finds that %s can be written again: %s', (_title, text, exact) => {
  expect(isExact(text)).toBe(exact);
});

it('misses nothing that parsing changes below the members of a body', () => {
  const scalar = fc.oneof(
    fc.constantFrom(
      '1.0',
      '-0',
      '1e400',
      '1E2',
      '9007199254740993',
      '0.10',
      'true',
      'null',
      '"10"',
      '"\\u0064"',
    ),
    fc.double().map((value) => JSON.stringify(value)),
    fc.string().map((value) => JSON.stringify(value)),
  );
  const name = fc.oneof(
    fc.constantFrom('"a"', '"b"', '"1"', '"10"', '"\\u0061"', '"__proto__"'),
    fc.string().map((value) => JSON.stringify(value)),
  );
  const { value } = fc.letrec<{ value: string }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      scalar,
      fc.array(tie('value'), { maxLength: 4 }).map((items) => `[${items.join(',')}]`),
      fc
        .array(fc.tuple(name, tie('value')), { maxLength: 5 })
        .map((members) => `{${members.map(([key, item]) => `${key}:${item}`).join(',')}}`),
    ),
  }));
  fc.assert(
    fc.property(value, (text) => {
      const body = `{"body":{"in":${text}}}`;
      if (isExact(body)) expect(JSON.stringify(JSON.parse(body))).toBe(jsonText(parseWithSources(body)));
    }),
    { numRuns: 500 },
  );
});

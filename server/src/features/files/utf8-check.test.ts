import { isUtf8 } from 'node:buffer';
import { expect, it } from 'vitest';
import { Utf8Check } from './utf8-check.ts';

/** Bytes at each edge of what a character may be. */
const TEXTS = [
  Buffer.alloc(0),
  Buffer.from('aé€😀z'),
  Buffer.from('é'),
  Buffer.from('\u0800\uffff'),
  Buffer.from('\u{10000}\u{10ffff}'),
  ...[[0xc3], [0xe2, 0x82], [0xf0, 0x9f, 0x98], [0xe0], [0xf0], [0xbf]].map((end) =>
    Buffer.from([0x61, ...end]),
  ),
  ...[[0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf5, 0x80, 0x80, 0x80], [0xff], [0x80, 0x80, 0x80, 0x80]].map(
    (middle) => Buffer.from([0x61, ...middle, 0x61]),
  ),
];

function check(chunks: readonly Buffer[]): boolean {
  const utf8 = new Utf8Check();
  for (const chunk of chunks) utf8.add(chunk);
  utf8.end();
  return utf8.valid;
}

it.each(TEXTS.map((bytes) => [bytes.toString('hex'), bytes] as const))(
  'finds whether %s is UTF-8, wherever it is split',
  (_, bytes) => {
    const expected = isUtf8(bytes);
    expect(check(Array.from(bytes, (byte) => Buffer.of(byte)))).toBe(expected);
    for (let first = 0; first <= bytes.length; first++)
      for (let second = first; second <= bytes.length; second++) {
        const chunks = [bytes.subarray(0, first), bytes.subarray(first, second), bytes.subarray(second)];
        expect(check(chunks), `${first} ${second}`).toBe(expected);
      }
  },
);

it('stays invalid, and knows it before the end', () => {
  const utf8 = new Utf8Check();
  utf8.add(Buffer.of(0xff, 0x61));
  expect(utf8.valid).toBe(false);
  utf8.add(Buffer.from('valid'));
  utf8.end();
  expect(utf8.valid).toBe(false);
});

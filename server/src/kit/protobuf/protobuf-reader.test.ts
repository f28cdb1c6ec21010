import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readField } from './protobuf-reader.ts';
import { lengthField, numberField } from './protobuf-writer.ts';

it('finds the last value of a field among others of every wire type', () => {
  const fixed = Buffer.from([0x19, 1, 2, 3, 4, 5, 6, 7, 8, 0x25, 1, 2, 3, 4]);
  const message = Buffer.concat([numberField(1, 5), fixed, lengthField(2, 'text'), numberField(1, 2 ** 40)]);
  expect(readField(message, 1)).toBe(2 ** 40);
  expect(readField(message, 2)).toEqual(Buffer.from('text'));
  expect(readField(message, 3)).toEqual(Buffer.from([1, 2, 3, 4, 5, 6, 7, 8]));
  expect(readField(message, 4)).toEqual(Buffer.from([1, 2, 3, 4]));
  expect(readField(message, 5)).toBeUndefined();
  expect(readField(Buffer.alloc(0), 1)).toBeUndefined();
});

it.each(['{}', '<html>', '{"partialSuccess":{"rejectedSpans":"3"}}'])('finds nothing in %s', (text) => {
  expect(readField(Buffer.from(text), 1)).toBeUndefined();
});

it('comes to an end with any bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
      const found = readField(Buffer.from(bytes), 1);
      if (found instanceof Buffer) expect(found.length).toBeLessThan(bytes.length);
    }),
  );
});

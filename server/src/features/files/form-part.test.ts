import { expect, it } from 'vitest';
import { parsePart } from './form-part.ts';

const head = (more = ''): Buffer => Buffer.from(`Content-Disposition: form-data; name="a"${more}`);

it('distinguishes fields, files and invalid parts', async () => {
  expect(await parsePart(head(), Buffer.from('x'))).toEqual({ kind: 'field', name: 'a', value: 'x' });
  expect(await parsePart(head('; filename="b.txt"'), Buffer.from(''))).toEqual({
    kind: 'file',
    name: 'a',
    filename: 'b.txt',
  });
  expect(await parsePart(Buffer.from('X-Other: 1'), Buffer.from('x'))).toBeUndefined();
});

it('treats no content of a part as its end', async () => {
  const value = 'abc\r\n--part\r\nContent-Disposition: form-data; name="z"\r\n\r\nevil\r\n--part--\r\n';
  expect(await parsePart(head(), Buffer.from(value))).toEqual({ kind: 'field', name: 'a', value });
});

import { expect, it } from 'vitest';
import { parsesAsExpected, parsesResponses } from './parses-responses.ts';
import { ResponseParser, type ResponseParts } from './response-parser.ts';

it('holds for the parser of this Node', () => {
  expect(parsesResponses()).toBe(true);
});

it.each<[string, (parts: ResponseParts) => ResponseParser]>([
  [
    'is not there',
    () => {
      throw new Error('no parser');
    },
  ],
  ['leaves out a part', (parts) => parserFor({ ...partsOf(parts), begin: () => undefined })],
  [
    'tells the end of a connection otherwise',
    (parts) =>
      parserFor({
        ...partsOf(parts),
        head: (status, headers) => parts.head(status, headers, true),
      }),
  ],
  [
    'reads on behind the head of a body for somebody else',
    (parts) => parserFor({ ...partsOf(parts), head: (...head) => void parts.head(...head) }),
  ],
])('does not hold for one that %s', (_name, create) => {
  expect(parsesAsExpected(create)).toBe(false);
});

it('does not hold for one that takes what is not HTTP', () => {
  const create = (parts: ResponseParts) => {
    const parser = parserFor(parts);
    return {
      read: (bytes: Uint8Array) => parser.read(bytes) ?? bytes.length,
      finish: () => parser.finish(),
      close: () => parser.close(),
    };
  };
  expect(parsesAsExpected(create)).toBe(false);
});

function parserFor(parts: ResponseParts): ResponseParser {
  const parser = new ResponseParser();
  parser.begin(parts);
  return parser;
}

const partsOf = (parts: ResponseParts): ResponseParts => ({
  begin: () => parts.begin(),
  head: (...head) => parts.head(...head),
  body: (bytes) => parts.body(bytes),
  end: () => parts.end(),
});

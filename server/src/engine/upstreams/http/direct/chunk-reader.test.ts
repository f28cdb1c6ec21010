import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ChunkReader } from './chunk-reader.ts';
import { ResponseParser } from './response-parser.ts';

interface Outcome {
  readonly content: string;
  readonly state: 'ended' | 'broken' | 'unfinished';
  readonly surplusBytes: number;
}

function read(packets: readonly Buffer[]): Outcome {
  const reader = new ChunkReader();
  let content = '';
  let surplusBytes = 0;
  for (const packet of packets) {
    let rest = Buffer.from(packet);
    while (rest.length > 0 && !reader.ended && !reader.broken) {
      content += reader.read(rest).toString('latin1');
      rest = rest.subarray(rest.length - reader.restBytes);
    }
    surplusBytes += rest.length;
  }
  const state = reader.ended ? 'ended' : reader.broken ? 'broken' : 'unfinished';
  return { content, state, surplusBytes: reader.ended ? surplusBytes : 0 };
}

/** What Node's parser makes of the same body. */
function byNode(body: Buffer): Outcome {
  const seen = { content: '', ended: false };
  const parser = new ResponseParser();
  parser.begin({
    begin: () => undefined,
    head: () => undefined,
    body: (bytes) => void (seen.content += bytes.toString('latin1')),
    end: () => void (seen.ended = true),
  });
  parser.read(Buffer.from('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n'));
  let at = 0;
  let isHttp = true;
  // Byte by byte, to see where the body ends.
  for (; at < body.length && isHttp && !seen.ended; at++)
    isHttp = parser.read(body.subarray(at, at + 1)) !== undefined;
  parser.close();
  const state = seen.ended ? 'ended' : isHttp ? 'unfinished' : 'broken';
  return { content: seen.content, state, surplusBytes: seen.ended ? body.length - at : 0 };
}

function cutAt(body: Buffer, positions: readonly number[]): Buffer[] {
  const edges = [0, ...positions.toSorted((a, b) => a - b), body.length];
  return edges.slice(1).map((end, i) => body.subarray(edges[i], end));
}

const TWO = '3\r\nabc\r\nA\r\n0123456789\r\n0\r\n\r\n';

/** Bodies, and whether they are chunks. */
const BODIES: readonly (readonly [name: string, body: string, state: Outcome['state']])[] = [
  ['two chunks', TWO, 'ended'],
  ['no content', '0\r\n\r\n', 'ended'],
  ['bytes behind it', `${TWO}HTTP`, 'ended'],
  ['extensions', '3;a=b;c="d e"\r\nabc\r\n0;x\r\n\r\n', 'ended'],
  ['trailers', '3\r\nabc\r\n0\r\nA: b\r\nC: d\r\n\r\n', 'ended'],
  ['leading zeros', '0003\r\nabc\r\n000\r\n\r\n', 'ended'],
  ['no end', '3\r\nabc\r\n', 'unfinished'],
  ['half a chunk', '5\r\nabc', 'unfinished'],
  ['no size', '\r\nabc\r\n0\r\n\r\n', 'broken'],
  ['a size that is no number', '0x3\r\nabc\r\n0\r\n\r\n', 'broken'],
  ['a negative size', '-3\r\nabc\r\n0\r\n\r\n', 'broken'],
  ['a space before the size', ' 3\r\nabc\r\n0\r\n\r\n', 'broken'],
  ['a space behind the size', '3 \r\nabc\r\n0\r\n\r\n', 'broken'],
  ['a size without its carriage return', '3\nabc\r\n0\r\n\r\n', 'broken'],
  ['a size without its line feed', '3\rabc\r\n0\r\n\r\n', 'broken'],
  ['a chunk longer than its size', '3\r\nabcd\r\n0\r\n\r\n', 'broken'],
  ['a chunk without its line end', '3\r\nabc0\r\n\r\n', 'broken'],
  ['a chunk that ends in a line feed', '3\r\nabc\n0\r\n\r\n', 'broken'],
  ['an extension that ends in a line feed', '3;a\nabc\r\n0\r\n\r\n', 'broken'],
  ['a trailer that ends in a line feed', '0\r\nA: b\n\r\n', 'broken'],
  ['an end without its line feed', '0\r\n\rX', 'broken'],
];

describe('ChunkReader', () => {
  it.each(BODIES)('reads %s as the parser of Node does, cut anywhere', (_name, text, state) => {
    const body = Buffer.from(text);
    const expected = byNode(body);
    expect(expected.state).toBe(state);
    expect(read([body])).toEqual(expected);
    expect(read([...body].map((byte) => Buffer.of(byte)))).toEqual(expected);
    for (let cut = 1; cut < body.length; cut++) expect(read(cutAt(body, [cut])), `${cut}`).toEqual(expected);
  });

  it('reads any chunks, cut anywhere', () => {
    const chunks = fc.array(fc.uint8Array({ minLength: 1, maxLength: 300 }), { maxLength: 20 });
    const cuts = fc.array(fc.nat(7000), { maxLength: 30 });
    fc.assert(
      fc.property(chunks, cuts, (contents, positions) => {
        const body = Buffer.concat([
          ...contents.map((one) =>
            Buffer.concat([Buffer.from(`${one.length.toString(16)}\r\n`), one, Buffer.from('\r\n')]),
          ),
          Buffer.from('0\r\n\r\n'),
        ]);
        const within = positions.filter((position) => position < body.length);
        const content = Buffer.concat(contents).toString('latin1');
        expect(read(cutAt(body, within))).toEqual({ content, state: 'ended', surplusBytes: 0 });
      }),
    );
  });

  it('agrees with the parser of Node about what is no chunk', () => {
    const parts = fc.constantFrom(
      '\r\n',
      '\r',
      '\n',
      '0',
      '3',
      'a',
      'G',
      ' ',
      'abc',
      '0\r\n\r\n',
      '3\r\nabc\r\n',
    );
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 12 }), (list) => {
        const body = Buffer.from(list.join(''));
        // Ours refuses a size of nine digits.
        fc.pre(!/[0-9a-f]{9}/i.test(list.join('')));
        const expected = byNode(body);
        const found = read([body]);
        // Ours does not look into trailers.
        if (found.state !== 'broken' && expected.state === 'broken') return fc.pre(false);
        expect(found).toEqual(expected);
      }),
    );
  });

  it('returns the first chunks one by one, and then what came together at once', () => {
    const reader = new ChunkReader();
    let rest = Buffer.from('1\r\na\r\n'.repeat(12));
    const contents: string[] = [];
    while (rest.length > 0) {
      contents.push(reader.read(rest).toString());
      rest = rest.subarray(rest.length - reader.restBytes);
    }
    expect(contents).toEqual([...Array.from({ length: 8 }, () => 'a'), 'aaaa']);
  });

  it('refuses endless extensions and trailers, and sizes that nobody sends', () => {
    const endless = Buffer.alloc(20_000, 'a');
    expect(read([Buffer.from('3;'), endless]).state).toBe('broken');
    expect(read([Buffer.from('0\r\nA: '), endless]).state).toBe('broken');
    expect(
      read([Buffer.from('0\r\n'), ...Array.from({ length: 9000 }, () => Buffer.from('a:\r\n'))]).state,
    ).toBe('broken');
    expect(read([Buffer.from('123456789\r\n')]).state).toBe('broken');
  });
});

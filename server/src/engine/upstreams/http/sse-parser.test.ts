import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SseParser } from './sse-parser.ts';

function parse(packets: readonly (Buffer | string)[]): string[] {
  const seen: string[] = [];
  const parser = new SseParser((data) => {
    seen.push(data);
    return data !== '[DONE]';
  });
  for (const packet of packets) parser.push(Buffer.from(packet));
  parser.finish();
  return seen;
}

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

function liveBytes(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

const STREAM = Buffer.from(
  '\ufeff: hello\n\ndata: {"a":"wörd ✓ 🙂"}\n\n\ndata:{"b":1}\r\n\r\nevent: x\nid: 7\nretry: 5\n: note\ndata: {\ndata: "c": 2}\n\ndata:\n\ndata:  two\n\ndata: 字[DONE]\n\ndata: [DONE]\n\ndata: late\n\n',
);
const EVENTS = ['{"a":"wörd ✓ 🙂"}', '{"b":1}', '{\n"c": 2}', '', ' two', '字[DONE]', '[DONE]'];

describe('SseParser', () => {
  it('parses comments, CRLF, several data lines, other fields and a byte order mark', () => {
    expect(parse([STREAM])).toEqual(EVENTS);
  });

  it('parses the same events at every split into two', () => {
    for (let cut = 1; cut < STREAM.length; cut++) {
      expect(parse([STREAM.subarray(0, cut), STREAM.subarray(cut)]), `cut at ${cut}`).toEqual(EVENTS);
    }
  });

  it('parses the same events byte by byte and at random splits', () => {
    expect(parse([...STREAM].map((byte) => Buffer.from([byte])))).toEqual(EVENTS);
    const cuts = fc.uniqueArray(fc.integer({ min: 1, max: STREAM.length - 1 }), { maxLength: 40 });
    fc.assert(
      fc.property(cuts, (positions) => {
        const edges = [0, ...positions.toSorted((a, b) => a - b), STREAM.length];
        expect(parse(edges.slice(1).map((end, i) => STREAM.subarray(edges[i], end)))).toEqual(EVENTS);
      }),
    );
  });

  it('counts a final event without its blank line or line break', () => {
    expect(parse(['data: a\n\ndata: b\n'])).toEqual(['a', 'b']);
    expect(parse(['data: a\n\ndata: b'])).toEqual(['a', 'b']);
  });

  it('stops when the listener does', () => {
    expect(parse(['data: [DONE]\n\ndata: x\n\n', 'data: y\n\n'])).toEqual(['[DONE]']);
  });

  it('buffers a line that arrives byte by byte in a small multiple of its size', () => {
    const parser = new SseParser(() => true);
    const before = liveBytes();
    for (let sent = 0; sent < 1_000_000; sent++) parser.push(Buffer.allocUnsafeSlow(1).fill('a'));
    expect(liveBytes() - before).toBeLessThan(8 * 1_000_000);
    parser.push(Buffer.from('\n'));
  });

  it('gives up on an event of more than 10,000 lines', () => {
    const parser = new SseParser(() => true);
    const line = Buffer.from('data: a\n'.repeat(10_000));
    parser.push(line);
    expect(() => parser.push(line)).toThrow(expect.objectContaining({ kind: 'broken' }));
  });

  it('gives up on a line, and on an event, of more than 1 MiB', () => {
    const parser = new SseParser(() => true);
    const half = Buffer.alloc(512 * 1024, 'a');
    parser.push(half);
    parser.push(half);
    expect(() => parser.push(Buffer.from('a'))).toThrow(expect.objectContaining({ kind: 'broken' }));
    const lines = new SseParser(() => true);
    const line = Buffer.from(`data: ${'a'.repeat(400_000)}\n`);
    lines.push(line);
    lines.push(line);
    expect(() => lines.push(line)).toThrow(expect.objectContaining({ kind: 'broken' }));
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeFrame, eventFrame, exceptionFrame } from '../../../../test-kit/engines/event-frames.ts';
import { EngineFault } from '../../events.ts';
import { EventStreamParser } from './event-stream-parser.ts';

const FRAMES = [
  eventFrame('messageStart', { role: 'assistant' }),
  eventFrame('contentBlockDelta', { delta: { text: 'ä🎉' } }),
  eventFrame('contentBlockDelta', { delta: { text: 'x'.repeat(3000) } }),
  encodeFrame({ ':event-type': 'messageStop', ':message-type': 'event' }, ''),
];
const BYTES = Buffer.concat(FRAMES);

/** `sizes`: of the packets, in turn. Packets are overwritten once they have been read. */
function parse(bytes: Buffer, sizes: readonly number[] = [bytes.length]): [data: string, isError: boolean][] {
  const events: [string, boolean][] = [];
  const parser = new EventStreamParser((data, isError) => {
    events.push([data, isError]);
    return true;
  });
  for (let at = 0, i = 0; at < bytes.length; i++) {
    const size = sizes[i % sizes.length]!;
    const packet = Buffer.from(bytes.subarray(at, at + size));
    parser.push(packet);
    packet.fill(0);
    at += size;
  }
  parser.finish();
  return events;
}

describe('EventStreamParser', () => {
  it('reads the same events out of any packets', () => {
    const whole = parse(BYTES);
    expect(whole.map(([data]) => Object.keys(JSON.parse(data) as object))).toEqual([
      ['messageStart'],
      ['contentBlockDelta'],
      ['contentBlockDelta'],
      ['messageStop'],
    ]);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1 }), (sizes) => {
        expect(parse(BYTES, sizes)).toEqual(whole);
      }),
    );
  });

  it('D-ENG-14 refuses every changed byte', () => {
    for (let at = 0; at < FRAMES[1]!.length; at++) {
      const bytes = Buffer.from(FRAMES[1]!);
      bytes[at]! ^= 0x10;
      expect(() => parse(bytes), `byte ${at}`).toThrow();
    }
  });

  it('makes an error of an exception', () => {
    const [[data, isError] = []] = parse(exceptionFrame('throttlingException', 'Slow "down"'));
    expect([JSON.parse(data!), isError]).toEqual([
      { error: { type: 'throttlingException', detail: { message: 'Slow "down"' } } },
      true,
    ]);
  });

  it('refuses frames that are too large before they arrive, names that are none, and an end inside a frame', () => {
    expect(() => parse(eventFrame('a', { text: 'x'.repeat(1_100_000) }).subarray(0, 20))).toThrow(
      EngineFault,
    );
    expect(() => parse(eventFrame('a":{}},{"b', {}))).toThrow(EngineFault);
    expect(() => parse(BYTES.subarray(0, -1))).toThrow('cut inside a frame');
  });

  it('ends the reading where its listener says so', () => {
    let count = 0;
    const parser = new EventStreamParser(() => ++count < 2);
    parser.push(BYTES);
    parser.finish();
    expect(count).toBe(2);
  });
});

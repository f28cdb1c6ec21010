import { randomBytes, randomInt } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeFrame, encodeFrame, type Frame } from './frame.ts';
import { ProtocolViolation } from './protocol-violation.ts';

/** `npm run prove -- --only tunnel-frames` takes a million. */
const RANDOM_FRAMES = Number(process.env['TEST_TUNNEL_FRAMES'] ?? 20_000);

function refusalOf(message: Uint8Array): ProtocolViolation | undefined {
  try {
    decodeFrame(message);
    return undefined;
  } catch (error) {
    if (error instanceof ProtocolViolation) return error;
    throw error;
  }
}

const frame = fc
  .record({
    type: fc.constantFrom('open', 'head', 'data', 'window', 'reset', 'control'),
    fin: fc.boolean(),
    stream: fc.integer({ min: 0, max: 0x3fff_ffff }).map((n) => 2 * n + 1),
    payload: fc.uint8Array({ maxLength: 100 }),
  })
  .map(({ type, fin, stream, payload }) => ({
    type,
    fin: fin && (type === 'open' || type === 'head' || type === 'data'),
    stream: type === 'control' ? 0 : stream,
    payload,
  })) as fc.Arbitrary<Frame>;

describe('frames', () => {
  it('D-TUN-7 survive encoding and decoding', () => {
    fc.assert(
      fc.property(frame, (sent) => {
        const { payload, ...rest } = decodeFrame(encodeFrame(sent));
        expect(rest).toEqual({ type: sent.type, fin: sent.fin, stream: sent.stream });
        expect(Buffer.from(payload).equals(Buffer.from(sent.payload))).toBe(true);
      }),
    );
  });

  it('D-TUN-7 have a 12-byte header, big-endian: version, type, flags, stream, length', () => {
    const bytes = encodeFrame({ type: 'data', fin: true, stream: 0x01020305, payload: Buffer.from('ab') });
    expect(Buffer.from(bytes).toString('hex')).toBe('0102000101020305000000026162');
  });

  it.each<[string, string, number]>([
    ['an empty message', '', 1002],
    ['half a head', '0102000100', 1002],
    ['another version', '020200000000000100000000', 4426],
    ['version 0', '000200000000000100000000', 4426],
    ['an unknown type', '010600000000000100000000', 1002],
    ['an unknown flag', '010200020000000100000000', 1002],
    ['an end of a window', '010300010000000100000000', 1002],
    ['an end of a reset', '010400010000000100000000', 1002],
    ['an even stream', '010200000000000200000000', 1002],
    ['data on stream 0', '010200000000000000000000', 1002],
    ['a stream beyond the last', '010200008000000100000000', 1002],
    ['control on a stream', '010500000000000100000000', 1002],
    ['a length that is too short', '01020000000000010000000061', 1002],
    ['a length that is too long', '01020000000000010000000261', 1002],
    ['a length beyond the limit', '010200000000000100010001', 1009],
  ])('D-TUN-7 refuse %s', (_name, hex, code) => {
    expect(refusalOf(Buffer.from(hex, 'hex'))?.closeCode).toBe(code);
  });

  it('D-TUN-7 of random bytes are decoded or refused, without other errors', () => {
    let decoded = 0;
    for (let i = 0; i < RANDOM_FRAMES; i++) {
      const message = randomBytes(randomInt(0, 64));
      // Half of them near enough to a frame that all checks are reached.
      if (i % 2 === 0 && message.length >= 12) {
        message[0] = 1;
        message[1] = message[1]! % 7;
        message.writeUInt16BE(message[2]! % 3, 2);
        message.writeUInt32BE(message.length - 12, 8);
      }
      if (refusalOf(message) === undefined) decoded++;
    }
    expect(decoded).toBeGreaterThan(RANDOM_FRAMES / 50);
  });
});

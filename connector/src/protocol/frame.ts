import { CLOSE_CODES, ProtocolViolation } from './protocol-violation.ts';

export const PROTOCOL_VERSION = 1;
const HEAD_BYTES = 12;
export const PAYLOAD_LIMIT_BYTES = 65_536;
const LAST_STREAM = 0x7fff_ffff;

/** By their type number on the wire. */
const TYPES = ['open', 'head', 'data', 'window', 'reset', 'control'] as const;

export type FrameType = (typeof TYPES)[number];

const FIN = 0x0001;
/** Types that may have FIN. */
const ENDING: ReadonlySet<FrameType> = new Set<FrameType>(['open', 'head', 'data']);

/** One binary WebSocket message. */
export interface Frame {
  readonly type: FrameType;
  /** Nothing follows from this side of the stream. */
  readonly fin: boolean;
  /** 0 for control frames, else odd. */
  readonly stream: number;
  readonly payload: Uint8Array;
}

/** Header and payload as one message: version, type, flags, stream and length, big-endian. */
export function encodeFrame({ type, fin, stream, payload }: Frame): Uint8Array {
  const bytes = Buffer.allocUnsafe(HEAD_BYTES + payload.length);
  bytes.writeUInt8(PROTOCOL_VERSION, 0);
  bytes.writeUInt8(TYPES.indexOf(type), 1);
  bytes.writeUInt16BE(fin ? FIN : 0, 2);
  bytes.writeUInt32BE(stream, 4);
  bytes.writeUInt32BE(payload.length, 8);
  bytes.set(payload, HEAD_BYTES);
  return bytes;
}

/** The payload is a view of the message. Throws only `ProtocolViolation`, for any input. */
export function decodeFrame(message: Uint8Array): Frame {
  if (message.length < HEAD_BYTES) throw new ProtocolViolation('a frame is shorter than its head');
  const view = new DataView(message.buffer, message.byteOffset, message.byteLength);
  if (view.getUint8(0) !== PROTOCOL_VERSION)
    throw new ProtocolViolation('the version of a frame is not supported', CLOSE_CODES.version);
  const type = TYPES[view.getUint8(1)];
  if (type === undefined) throw new ProtocolViolation('a frame has no known type');
  const flags = view.getUint16(2);
  if ((flags & ~FIN) !== 0 || (flags === FIN && !ENDING.has(type)))
    throw new ProtocolViolation('a frame has flags that its type does not have');
  const stream = view.getUint32(4);
  const isStream = stream % 2 === 1 && stream <= LAST_STREAM;
  if (type === 'control' ? stream !== 0 : !isStream)
    throw new ProtocolViolation('a frame is for a stream that cannot be');
  const length = view.getUint32(8);
  if (length > PAYLOAD_LIMIT_BYTES) throw new ProtocolViolation('a frame is too long', CLOSE_CODES.tooBig);
  if (length !== message.length - HEAD_BYTES)
    throw new ProtocolViolation('the length of a frame is not that of its payload');
  return { type, fin: flags === FIN, stream, payload: message.subarray(HEAD_BYTES) };
}

/** The payload of a window frame: how many more bytes may be sent. */
export function encodeCount(count: number): Uint8Array {
  const payload = Buffer.allocUnsafe(4);
  payload.writeUInt32BE(count, 0);
  return payload;
}

/** Throws `ProtocolViolation` for anything but four bytes. */
export function decodeCount(payload: Uint8Array): number {
  if (payload.length !== 4) throw new ProtocolViolation('a number does not have four bytes');
  return new DataView(payload.buffer, payload.byteOffset, 4).getUint32(0);
}

import { crc32 } from 'node:zlib';

const TEXT_TYPE = 7;

/** One frame of `application/vnd.amazon.eventstream`. */
export function encodeFrame(headers: Readonly<Record<string, string>>, payload: string | Uint8Array): Buffer {
  const head = Buffer.concat(Object.entries(headers).map(([name, value]) => encodeHeader(name, value)));
  const body = Buffer.from(payload as string);
  const prelude = Buffer.alloc(12);
  prelude.writeUInt32BE(16 + head.length + body.length, 0);
  prelude.writeUInt32BE(head.length, 4);
  prelude.writeUInt32BE(crc32(prelude.subarray(0, 8)), 8);
  const message = Buffer.concat([prelude, head, body]);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(message));
  return Buffer.concat([message, checksum]);
}

function encodeHeader(name: string, value: string): Buffer {
  const text = Buffer.from(value);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(text.length);
  return Buffer.concat([
    Buffer.from([Buffer.byteLength(name)]),
    Buffer.from(name),
    Buffer.from([TEXT_TYPE]),
    length,
    text,
  ]);
}

/** Padding that hides how long a chunk is, as AWS adds it. */
function padded(payload: object): string {
  const length = (JSON.stringify(payload).length * 7) % 26;
  return JSON.stringify({ ...payload, p: 'abcdefghijklmnopqrstuvwxyz'.slice(0, length) });
}

export function eventFrame(name: string, payload: object): Buffer {
  const headers = { ':event-type': name, ':content-type': 'application/json', ':message-type': 'event' };
  return encodeFrame(headers, padded(payload));
}

export function exceptionFrame(type: string, message: string): Buffer {
  const headers = {
    ':exception-type': type,
    ':content-type': 'application/json',
    ':message-type': 'exception',
  };
  return encodeFrame(headers, JSON.stringify({ message }));
}

/** An event of the model's own protocol, as InvokeModel sends it. */
export function chunkFrame(event: object): Buffer {
  return eventFrame('chunk', { bytes: Buffer.from(JSON.stringify(event)).toString('base64') });
}

export const FRAMES = { 'content-type': 'application/vnd.amazon.eventstream' };

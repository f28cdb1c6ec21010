import { crc32 } from 'node:zlib';
import { ByteCollector } from '#kit';
import { EngineFault } from '../../events.ts';
import { readFrameHeaders } from './frame-headers.ts';
import type { StreamListener, StreamParser } from './stream-parser.ts';

/** Two lengths and their checksum. */
const PRELUDE_BYTES = 12;
const CHECKSUM_BYTES = 4;
const MIN_FRAME_BYTES = PRELUDE_BYTES + CHECKSUM_BYTES;
/** No honest frame of a reply comes near it. */
const MAX_FRAME_BYTES = 1024 * 1024;

/** Event names become keys of JSON. */
const EVENT_NAME = /^[A-Za-z]\w{0,63}$/;

/**
 * Parses `application/vnd.amazon.eventstream`: binary frames with checksums. An event becomes the JSON object that holds its payload
 * under its name, as `{"messageStop":{…}}`, an exception becomes an error object. By hand: the library's splitter is an async iterator,
 * and replies are pushed.
 */
export class EventStreamParser implements StreamParser {
  readonly #listener: StreamListener;
  #reading = true;
  /** An unfinished frame, and how many bytes of it are needed to go on. */
  readonly #rest = new ByteCollector(2 * MAX_FRAME_BYTES);
  #neededBytes = 0;

  constructor(listener: StreamListener) {
    this.#listener = listener;
  }

  push(packet: Buffer): void {
    if (!this.#reading || packet.length === 0) return;
    if (this.#rest.length === 0) return this.#frames(packet);
    while (packet.length > 0 && this.#reading) {
      const missing = this.#neededBytes - this.#rest.length;
      this.#keep(packet.subarray(0, missing), this.#neededBytes);
      if (this.#rest.length < this.#neededBytes) return;
      const rest = packet.subarray(missing);
      this.#frames(this.#rest.take());
      if (this.#rest.length === 0) return this.#frames(rest);
      packet = rest;
    }
  }

  /** A plain error: what was cut may not matter any more. */
  finish(): void {
    if (this.#reading && this.#rest.length > 0) throw new Error('cut inside a frame');
    this.#reading = false;
  }

  /** A copy: the memory of a packet is used for the next one. */
  #keep(bytes: Buffer, neededBytes: number): void {
    this.#neededBytes = neededBytes;
    if (!this.#rest.add(Buffer.from(bytes))) throw new EngineFault('broken');
  }

  #frames(bytes: Buffer): void {
    let at = 0;
    while (this.#reading && at < bytes.length) {
      const left = bytes.length - at;
      const length = left < PRELUDE_BYTES ? PRELUDE_BYTES : frameBytes(bytes, at);
      if (left < length) return this.#keep(bytes.subarray(at), length);
      this.#frame(bytes.subarray(at, at + length));
      at += length;
    }
  }

  #frame(frame: Buffer): void {
    const end = frame.length - CHECKSUM_BYTES;
    if (crc32(frame.subarray(0, end)) !== frame.readUInt32BE(end)) throw new EngineFault('broken');
    const payloadAt = PRELUDE_BYTES + frame.readUInt32BE(4);
    const headers = readFrameHeaders(frame.subarray(PRELUDE_BYTES, payloadAt));
    const payload = frame.toString('utf8', payloadAt, end);
    const kind = headers.get(':message-type') ?? 'event';
    if (kind === 'event') {
      const name = headers.get(':event-type') ?? '';
      if (!EVENT_NAME.test(name)) throw new EngineFault('broken');
      this.#reading = this.#listener(`{"${name}":${payload === '' ? '{}' : payload}}`, false);
      return;
    }
    const type = headers.get(':exception-type') ?? headers.get(':error-code') ?? '';
    const message = headers.get(':error-message');
    const detail = payload === '' ? JSON.stringify({ message }) : payload;
    this.#reading = this.#listener(`{"error":{"type":${JSON.stringify(type)},"detail":${detail}}}`, true);
  }
}

/** The length of the frame that begins at `at`, checked before anything is waited for. */
function frameBytes(bytes: Buffer, at: number): number {
  const length = bytes.readUInt32BE(at);
  const headerBytes = bytes.readUInt32BE(at + 4);
  const checksum = bytes.readUInt32BE(at + 8);
  const isValid =
    crc32(bytes.subarray(at, at + 8)) === checksum &&
    length <= MAX_FRAME_BYTES &&
    headerBytes <= length - MIN_FRAME_BYTES;
  if (!isValid) throw new EngineFault('broken');
  return length;
}

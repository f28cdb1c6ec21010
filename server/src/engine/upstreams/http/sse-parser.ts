import { ByteCollector } from '#kit';
import { EngineFault } from '../../events.ts';
import type { StreamListener, StreamParser } from './stream-parser.ts';

/** Bytes of one unfinished line, or UTF-16 units of one event's data. No honest chunk comes near it. */
const MAX_EVENT_LENGTH = 1024 * 1024;
/** Each line costs more than its bytes until the event is complete. */
const MAX_DATA_LINES = 10_000;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const SPACE = 32;

const OPENING_BRACE = 123;

/**
 * Parses server-sent events from packets cut anywhere (WHATWG HTML §9.2): LF and CRLF, comments, several data
 * lines, a byte order mark, characters split between packets. Ignores ids, and event names except `error`: chat
 * completion streams use none, and Messages streams repeat theirs in the data. An object that has lost its
 * `data:`, as some servers send an error in a stream, is an event of its own. Decodes once per packet and copies only
 * what a packet leaves unfinished, as bytes: a string grown by single characters takes 32 times the memory of
 * its content.
 */
export class SseParser implements StreamParser {
  readonly #listener: StreamListener;
  #atStart = true;
  #reading = true;
  /** An unfinished line. Most streams never have one. */
  #rest: ByteCollector | undefined;
  /** Data lines of the unfinished event. */
  #data: string | undefined;
  #dataLines = 0;
  #isError = false;

  constructor(listener: StreamListener) {
    this.#listener = listener;
  }

  push(packet: Buffer): void {
    if (!this.#reading || packet.length === 0) return;
    const end = packet.lastIndexOf(LINE_FEED) + 1;
    let start = 0;
    if (end > 0 && this.#rest) {
      start = packet.indexOf(LINE_FEED) + 1;
      this.#lines(Buffer.concat([this.#takeRest(this.#rest), packet.subarray(0, start)]).toString());
    }
    if (start < end) this.#lines(packet.toString('utf8', start, end));
    if (!this.#reading || end === packet.length) return;
    this.#rest ??= new ByteCollector(MAX_EVENT_LENGTH);
    // A copy: the memory of the packet is used for the next one.
    const rest = Buffer.allocUnsafeSlow(packet.length - end);
    packet.copy(rest, 0, end);
    if (!this.#rest.add(rest)) throw new EngineFault('broken');
  }

  /**
   * The stream has ended: an event without its closing blank line counts, because several servers omit the
   * last one.
   */
  finish(): void {
    if (!this.#reading) return;
    if (this.#rest) this.#lines(`${this.#takeRest(this.#rest).toString()}\n`);
    if (this.#data !== undefined) this.#dispatch();
    this.#reading = false;
  }

  #takeRest(rest: ByteCollector): Buffer {
    this.#rest = undefined;
    return rest.take();
  }

  /** Whole lines, each with its line break. */
  #lines(text: string): void {
    let start = this.#atStart && text.charCodeAt(0) === 0xfeff ? 1 : 0;
    this.#atStart = false;
    while (start < text.length && this.#reading) {
      const end = text.indexOf('\n', start);
      this.#line(text, start, end);
      start = end + 1;
    }
  }

  #line(text: string, start: number, lineEnd: number): void {
    const end = lineEnd > start && text.charCodeAt(lineEnd - 1) === CARRIAGE_RETURN ? lineEnd - 1 : lineEnd;
    if (start === end) {
      if (this.#data !== undefined) this.#dispatch();
      this.#isError = false;
    } else if (text.startsWith('data:', start)) {
      const value = text.slice(text.charCodeAt(start + 5) === SPACE ? start + 6 : start + 5, end);
      this.#data = this.#data === undefined ? value : `${this.#data}\n${value}`;
      if (this.#data.length > MAX_EVENT_LENGTH || ++this.#dataLines > MAX_DATA_LINES)
        throw new EngineFault('broken');
    } else if (text.charCodeAt(start) === OPENING_BRACE && this.#data === undefined) {
      this.#data = text.slice(start, end);
      this.#dispatch();
    } else if (text.startsWith('event:', start)) {
      this.#isError = text.slice(start + 6, end).trim() === 'error';
    }
  }

  #dispatch(): void {
    const data = this.#data ?? '';
    this.#data = undefined;
    this.#dataLines = 0;
    this.#reading = this.#listener(data, this.#isError);
  }
}

import { ByteCollector } from '#kit';
import { EngineFault } from '../../events.ts';

/** Bytes of one unfinished line, or UTF-16 units of one event's data. No honest chunk of a reply comes near it. */
const MAX_EVENT_LENGTH = 1024 * 1024;
/** Each costs more than its bytes until the event is over. */
const MAX_DATA_LINES = 10_000;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const SPACE = 32;

/** Takes the data of one event; false ends the reading. */
export type SseListener = (data: string) => boolean;

/**
 * Server-sent events out of packets cut anywhere (WHATWG HTML §9.2): LF and CRLF, comments, several data lines, a byte
 * order mark, characters split between packets. Event names and ids are ignored: chat completion streams use none, and
 * message streams repeat theirs in the data.
 * Decodes once per packet and copies only what a packet leaves unfinished, as bytes: a string that grows a character at a time
 * takes 32 times what it holds.
 */
export class SseParser {
  readonly #listener: SseListener;
  #atStart = true;
  #reading = true;
  /** An unfinished line. */
  readonly #rest = new ByteCollector(MAX_EVENT_LENGTH);
  /** Data lines of the unfinished event. */
  #data: string | undefined;
  #dataLines = 0;

  constructor(listener: SseListener) {
    this.#listener = listener;
  }

  /** Throws `EngineFault('broken')` for an event that never ends. */
  push(packet: Buffer): void {
    if (!this.#reading || packet.length === 0) return;
    const end = packet.lastIndexOf(LINE_FEED) + 1;
    let start = 0;
    if (end > 0 && this.#rest.length > 0) {
      start = packet.indexOf(LINE_FEED) + 1;
      this.#lines(Buffer.concat([this.#rest.take(), packet.subarray(0, start)]).toString());
    }
    if (start < end) this.#lines(packet.toString('utf8', start, end));
    if (this.#reading && end < packet.length && !this.#rest.add(packet.subarray(end)))
      throw new EngineFault('broken');
  }

  /** The stream is over: an event whose closing blank line is missing counts, as several servers leave the last one out. */
  finish(): void {
    if (!this.#reading) return;
    if (this.#rest.length > 0) this.#lines(`${this.#rest.take().toString()}\n`);
    if (this.#data !== undefined) this.#dispatch();
    this.#reading = false;
  }

  /** Whole lines, each with its end. */
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
    } else if (text.startsWith('data:', start)) {
      const value = text.slice(text.charCodeAt(start + 5) === SPACE ? start + 6 : start + 5, end);
      this.#data = this.#data === undefined ? value : `${this.#data}\n${value}`;
      if (this.#data.length > MAX_EVENT_LENGTH || ++this.#dataLines > MAX_DATA_LINES)
        throw new EngineFault('broken');
    }
  }

  #dispatch(): void {
    const data = this.#data ?? '';
    this.#data = undefined;
    this.#dataLines = 0;
    this.#reading = this.#listener(data);
  }
}

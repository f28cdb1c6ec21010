import { StringDecoder } from 'node:string_decoder';
import { EngineFault } from '../../events.ts';

/** UTF-16 units of one line, or of one event's data. No honest chunk of a reply comes near it. */
const MAX_EVENT_LENGTH = 1024 * 1024;
const CARRIAGE_RETURN = 13;
const SPACE = 32;

/** Takes the data of one event; false ends the reading. */
export type SseListener = (data: string) => boolean;

/**
 * Server-sent events out of packets cut anywhere (WHATWG HTML §9.2): LF and CRLF, comments, several data lines, a byte
 * order mark, characters split between packets. Event names and ids are ignored: chat completion streams use none, and
 * message streams repeat theirs in the data.
 * Decodes once per packet and copies only what a packet leaves unfinished.
 */
export class SseParser {
  readonly #listener: SseListener;
  #decoder: StringDecoder | undefined;
  /** The last packet ended inside a character. */
  #splitCharacter = false;
  #atStart = true;
  #reading = true;
  /** An unfinished line. */
  #rest = '';
  /** Data lines of the unfinished event. */
  #data: string | undefined;

  constructor(listener: SseListener) {
    this.#listener = listener;
  }

  /** Throws `EngineFault('broken')` for an event that never ends. */
  push(packet: Buffer): void {
    if (!this.#reading || packet.length === 0) return;
    const text = this.#decode(packet);
    let end = text.indexOf('\n');
    // Without a line end nothing is searched twice: the rest grows as a rope and is flattened once.
    if (end === -1) return this.#keep(this.#rest + text);
    let start = 0;
    if (this.#rest !== '') {
      const line = this.#rest + text.slice(0, end);
      this.#rest = '';
      this.#line(line, 0, line.length);
      start = end + 1;
      end = text.indexOf('\n', start);
    }
    while (end !== -1 && this.#reading) {
      this.#line(text, start, end);
      start = end + 1;
      end = text.indexOf('\n', start);
    }
    if (start < text.length) this.#keep(text.slice(start));
  }

  /** The stream is over: an event whose closing blank line is missing counts, as several servers leave the last one out. */
  finish(): void {
    if (!this.#reading) return;
    const rest = this.#rest + (this.#decoder?.end() ?? '');
    this.#rest = '';
    this.#line(rest, 0, rest.length);
    if (this.#data !== undefined) this.#dispatch();
    this.#reading = false;
  }

  #decode(packet: Buffer): string {
    const endsInsideCharacter = (packet[packet.length - 1] ?? 0) >= 0x80;
    let text: string;
    if (this.#splitCharacter || endsInsideCharacter) {
      this.#decoder ??= new StringDecoder('utf8');
      text = this.#decoder.write(packet);
      // After an ASCII byte the decoder holds nothing back, whatever came before.
      this.#splitCharacter = endsInsideCharacter;
    } else text = packet.toString();
    if (!this.#atStart || text === '') return text;
    this.#atStart = false;
    return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  }

  #keep(rest: string): void {
    if (rest.length > MAX_EVENT_LENGTH) throw new EngineFault('broken');
    this.#rest = rest;
  }

  #line(text: string, start: number, lineEnd: number): void {
    const end = lineEnd > start && text.charCodeAt(lineEnd - 1) === CARRIAGE_RETURN ? lineEnd - 1 : lineEnd;
    if (start === end) {
      if (this.#data !== undefined) this.#dispatch();
    } else if (text.startsWith('data:', start)) {
      const value = text.slice(text.charCodeAt(start + 5) === SPACE ? start + 6 : start + 5, end);
      this.#data = this.#data === undefined ? value : `${this.#data}\n${value}`;
      if (this.#data.length > MAX_EVENT_LENGTH) throw new EngineFault('broken');
    }
  }

  #dispatch(): void {
    const data = this.#data ?? '';
    this.#data = undefined;
    this.#reading = this.#listener(data);
  }
}

/** Starts an event's number in the mock's texts: this byte, then five digits. It appears nowhere else in a reply. */
export const EVENT_MARK = '~';
export const EVENT_DIGITS = 5;

const MARK = EVENT_MARK.charCodeAt(0);
/** What the stream of a chat completion, of a message, or of a response of OpenAI's ends with. */
const LAST_LINE =
  /(data: \[DONE\]|data: \{"type":"message_stop"\}|"metadata":\{\}\},"sequence_number":\d+\})$/;
const TAIL_BYTES = 64;

/**
 * Counts the numbered events of one stream whichever way the contender cut or joined them, and notes
 * events that are missing, repeated or out of order. Counting SSE lines instead would call a proxy that
 * joins two deltas lossy.
 */
export class EventCounter {
  received = 0;
  disordered = 0;
  #next = 0;
  #digitsLeft = 0;
  #number = 0;
  #tail = '';
  readonly #last: number;

  /** `last`: after so many events the protocol repeats the text of all of them, which is not counted. Absent: it does not. */
  constructor(last = Infinity) {
    this.#last = last;
  }

  /** Whether the bytes read so far end the way a complete stream does. */
  get complete(): boolean {
    return LAST_LINE.test(this.#tail.trimEnd());
  }

  read(bytes: Buffer, start: number, end: number): void {
    let at = start;
    while (at < end) {
      if (this.#digitsLeft > 0) {
        at = this.#readDigits(bytes, at, end);
        continue;
      }
      at = bytes.indexOf(MARK, at) + 1;
      if (at === 0 || at > end) break;
      this.#digitsLeft = EVENT_DIGITS;
      this.#number = 0;
    }
    if (this.#next > 0) this.#keepTail(bytes, start, end);
  }

  #readDigits(bytes: Buffer, at: number, end: number): number {
    while (at < end && this.#digitsLeft > 0) {
      this.#number = this.#number * 10 + ((bytes[at++] ?? 48) - 48);
      this.#digitsLeft--;
    }
    if (this.#digitsLeft === 0 && this.#next < this.#last) {
      this.received++;
      if (this.#number !== this.#next) this.disordered++;
      this.#next = this.#number + 1;
    }
    return at;
  }

  #keepTail(bytes: Buffer, start: number, end: number): void {
    const from = Math.max(start, end - TAIL_BYTES);
    const fresh = bytes.toString('latin1', from, end);
    this.#tail = fresh.length >= TAIL_BYTES ? fresh : (this.#tail + fresh).slice(-TAIL_BYTES);
  }
}

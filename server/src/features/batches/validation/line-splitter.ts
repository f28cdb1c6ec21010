import { ByteCollector } from '#kit';

const LINE_END = 0x0a;
const RETURN = 0x0d;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** A line without its line end; undefined if it is too long. */
export type SplitLine = Buffer | undefined;

/** Splits a stream of bytes into lines. Lines that are too long are not buffered. A line is valid until the next one is requested. */
export class LineSplitter {
  readonly #mostBytes: number;
  #line: ByteCollector;
  #isLong = false;
  #isFirst = true;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
    this.#line = new ByteCollector(mostBytes);
  }

  *split(chunk: Buffer): Generator<SplitLine> {
    let from = 0;
    for (let end = chunk.indexOf(LINE_END); end >= 0; end = chunk.indexOf(LINE_END, from)) {
      this.#add(chunk.subarray(from, end));
      yield this.#take();
      from = end + 1;
    }
    if (from < chunk.length) this.#add(chunk.subarray(from));
  }

  /** The bytes after the last line end. */
  *end(): Generator<SplitLine> {
    if (this.#isLong || this.#line.length > 0) yield this.#take();
  }

  #add(part: Buffer): void {
    if (!this.#line.add(part)) this.#isLong = true;
  }

  #take(): SplitLine {
    const isLong = this.#isLong;
    let line: Buffer = isLong ? Buffer.alloc(0) : this.#line.bytes;
    this.#line = new ByteCollector(this.#mostBytes);
    this.#isLong = false;
    if (this.#isFirst && line.subarray(0, 3).equals(BYTE_ORDER_MARK)) line = line.subarray(3);
    this.#isFirst = false;
    if (isLong) return undefined;
    return line.at(-1) === RETURN ? line.subarray(0, -1) : line;
  }
}

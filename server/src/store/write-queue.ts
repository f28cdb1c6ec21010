import { describeError, type Log } from '#kit';

/** What a queue writes: a row whose content is sealed. */
interface SealedRow {
  readonly sealed: Buffer;
}

interface WriteQueueParts<Row> {
  readonly log: Log;
  /** For the log: `response items`. */
  readonly what: string;
  readonly keyOf: (row: Row) => string;
  /** Writes them in one statement. */
  readonly write: (rows: readonly Row[]) => Promise<void>;
}

/** How long a reply waits for its rows to be written. */
const TIMEOUT_MS = 1000;
const STATEMENT_ROWS = 500;
const STATEMENT_BYTES = 4_194_304;
/** Of rows that wait for the database: with a few kilobytes for each reply, those of some ten thousand replies. */
const WAITING_BYTES = 67_108_864;

/**
 * Writes what replies leave behind: rows of all that end at the same time together, one statement after the other. While the
 * database is away they wait in memory, where this process finds them, and replies do not wait for them. Its owner flushes it
 * every second.
 */
export class WriteQueue<Row extends SealedRow> {
  readonly #parts: WriteQueueParts<Row>;
  /** In the order they came. */
  readonly #waiting = new Map<string, Row>();
  #waitingBytes = 0;
  #writing: Promise<void> = Promise.resolve();
  /** The write that begins when the one under way has ended, with everything that came by then. */
  #next: Promise<void> | undefined;
  /** Then it is tried once a second, and no reply waits for it. */
  #isFailing = false;

  constructor(parts: WriteQueueParts<Row>) {
    this.#parts = parts;
  }

  /** False where there is no room for them: none is taken then. */
  add(rows: readonly Row[]): boolean {
    const bytes = rows.reduce((sum, { sealed }) => sum + sealed.length, 0);
    if (this.#waitingBytes + bytes > WAITING_BYTES) return false;
    this.#waitingBytes += bytes;
    for (const row of rows) {
      const key = this.#parts.keyOf(row);
      this.#waitingBytes -= this.#waiting.get(key)?.sealed.length ?? 0;
      this.#waiting.set(key, row);
    }
    return true;
  }

  /** One that waits. */
  get(key: string): Row | undefined {
    return this.#waiting.get(key);
  }

  /** Resolves when all that was added is written, or the database takes too long for a reply to wait. Never rejects. */
  async written(): Promise<void> {
    if (this.#isFailing) return;
    const timeout = Promise.withResolvers<void>();
    const timer = setTimeout(() => timeout.resolve(), TIMEOUT_MS);
    try {
      await Promise.race([this.flush(), timeout.promise]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Never rejects: what could not be written waits on. */
  flush(): Promise<void> {
    return (this.#next ??= this.#writing =
      this.#writing.then(() => {
        this.#next = undefined;
        return this.#write();
      }));
  }

  async #write(): Promise<void> {
    const { log, what, keyOf, write } = this.#parts;
    while (this.#waiting.size > 0) {
      const rows = this.#nextRows();
      try {
        await write(rows);
      } catch (error) {
        this.#isFailing = true;
        log.warn(
          { error: describeError(error), rows: this.#waiting.size },
          `writing ${what} failed; will retry`,
        );
        return;
      }
      this.#isFailing = false;
      for (const row of rows) {
        this.#waiting.delete(keyOf(row));
        this.#waitingBytes -= row.sealed.length;
      }
    }
  }

  #nextRows(): Row[] {
    const rows: Row[] = [];
    let bytes = 0;
    for (const row of this.#waiting.values()) {
      bytes += row.sealed.length;
      if (rows.length === STATEMENT_ROWS || (rows.length > 0 && bytes > STATEMENT_BYTES)) break;
      rows.push(row);
    }
    return rows;
  }
}

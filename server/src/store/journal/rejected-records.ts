import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeError, type Log } from '#kit';
import type { RecordKind } from './journal.ts';

/** Lines the database will never accept, kept in a separate file for an operator. */
export class RejectedRecords {
  readonly #path: string;
  readonly #kind: RecordKind;
  readonly #log: Log;

  constructor(directory: string, kind: RecordKind, log: Log) {
    this.#path = join(directory, 'rejected.jsonl');
    this.#kind = kind;
    this.#log = log;
  }

  /** Logs only the request id and the error's class: a line holds a customer's metadata. */
  async add(line: string, error: unknown): Promise<void> {
    await appendFile(this.#path, `${line}\n`, { mode: 0o600 });
    const requestId = /"request_id":"([\w-]{1,100})"/.exec(line)?.[1] ?? null;
    const { class: name, code } = describeError(error);
    const about = { request_id: requestId, error: { class: name, code } };
    this.#log.error(about, `database rejected a record of the ${this.#kind.name} journal; record set aside`);
  }
}

import type { Kysely } from 'kysely';
import { describeError, newId, type Log } from '#kit';
import { toPreciseTimestamp, type AuditJournal, type Tables } from '#store';
import type { AuditEvent } from './record-audit.ts';
import { insertAuditEvents, toRow, type AuditRow } from './store/audit-events.ts';

const MAX_DIRECT_WRITES = 8;

/**
 * Events of what changes nothing: reads, refusals. They go through a journal, so that none waits for the database and none is
 * lost with the process. What is changed has its events in the transaction of the change (`recordAudit`).
 */
export class AuditTrail {
  readonly #journal: AuditJournal;
  readonly #db: Kysely<Tables>;
  readonly #log: Log;
  readonly #directWrites = new Set<Promise<void>>();

  constructor({
    journal,
    db,
    log,
  }: {
    readonly journal: AuditJournal;
    readonly db: Kysely<Tables>;
    readonly log: Log;
  }) {
    this.#journal = journal;
    this.#db = db;
    this.#log = log;
  }

  /** The event survives the process when this returns, or, where the disk takes nothing, is on its way to the database. */
  record(event: AuditEvent, nowMs: number): void {
    const row = { id: newId('audit_', nowMs), event, nowMs };
    try {
      this.#journal.write({ ...toRow(row), created_at: toPreciseTimestamp(nowMs) });
    } catch {
      // The journal has logged why.
      this.#writeDirectly(row);
    }
  }

  /** Resolves when every event of this process is in the database. Rejects with StoreUnavailable when it does not take them now. */
  async deliver(): Promise<void> {
    await Promise.all([this.#journal.deliver(), ...this.#directWrites]);
  }

  /** Resolves when what is on its way around the journal has arrived or failed. */
  async close(): Promise<void> {
    await Promise.all(this.#directWrites);
  }

  #writeDirectly(row: AuditRow): void {
    const failed = (error: unknown): void =>
      this.#log.error(
        { request_id: row.event.requestId, error: describeError(error) },
        'audit write failed; the request is not in the audit log',
      );
    if (this.#directWrites.size >= MAX_DIRECT_WRITES)
      return failed(new Error('too many pending audit writes'));
    const write = insertAuditEvents(this.#db, [row])
      .catch(failed)
      .finally(() => this.#directWrites.delete(write));
    this.#directWrites.add(write);
  }
}

import type { AuditEvent } from '@svc/contract';
import { Journal, type JournalOptions, type RecordKind } from './journal.ts';
import { SegmentQueue } from './segment-queue.ts';

/** One event of the audit log. Field names are the columns of `audit_events`. */
export type AuditRecord = Omit<AuditEvent, 'type' | 'created_at'> & {
  readonly organization_id: string;
  /** RFC 3339 in UTC with milliseconds. */
  readonly created_at: string;
};

const AUDIT: RecordKind = { name: 'audit', withoutIt: 'events are written directly to the database' };

/**
 * Audit events of requests that change nothing, on their way to the audit log. Each event id is stored once.
 */
export class AuditJournal extends Journal<AuditRecord> {
  /** Opens the journal and starts delivering what earlier runs left. Throws the file system's error. */
  static async open(options: JournalOptions): Promise<AuditJournal> {
    return new AuditJournal(options, await SegmentQueue.open(options.directory, options.log), AUDIT);
  }
}

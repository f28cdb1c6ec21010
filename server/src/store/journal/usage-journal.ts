import { Journal, type JournalOptions, type RecordKind } from './journal.ts';
import { SegmentQueue } from './segment-queue.ts';
import type { UsageRecord } from './usage-record.ts';

const USAGE: RecordKind = { name: 'usage', withoutIt: 'requests are rejected' };

/**
 * Usage records on their way to the database. Each request id is recorded once, however often the journal is
 * replayed.
 */
export class UsageJournal extends Journal<UsageRecord> {
  /** Opens the journal and starts delivering what earlier runs left. Throws the file system's error. */
  static async open(options: JournalOptions): Promise<UsageJournal> {
    return new UsageJournal(options, await SegmentQueue.open(options.directory, options.log), USAGE);
  }
}

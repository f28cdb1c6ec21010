import { Journal, type JournalOptions, type RecordKind } from './journal.ts';
import { SegmentQueue } from './segment-queue.ts';
import type { UsageRecord } from './usage-record.ts';

const USAGE: RecordKind = { name: 'usage', withoutIt: 'requests are rejected' };

/** Usage on its way to the database. A request id is recorded once however often the journal is replayed. */
export class UsageJournal extends Journal<UsageRecord> {
  /** Takes over what earlier runs left and starts delivering it. Throws the file system's error. */
  static async open(options: JournalOptions): Promise<UsageJournal> {
    return new UsageJournal(options, await SegmentQueue.open(options.directory, options.log), USAGE);
  }
}

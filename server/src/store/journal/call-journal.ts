import type { CallRecord } from './call-record.ts';
import { Journal, type JournalOptions, type RecordKind } from './journal.ts';
import { SegmentQueue } from './segment-queue.ts';

const CALLS: RecordKind = { name: 'call', withoutIt: 'failed and refused calls leave no record' };

/** Calls that used nothing, on their way to the database. Each request id is recorded once. */
export class CallJournal extends Journal<CallRecord> {
  /** Opens the journal and starts delivering what earlier runs left. Throws the file system's error. */
  static async open(options: JournalOptions): Promise<CallJournal> {
    return new CallJournal(options, await SegmentQueue.open(options.directory, options.log), CALLS);
  }
}

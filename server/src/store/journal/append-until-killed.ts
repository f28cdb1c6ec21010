import { writeSync } from 'node:fs';
import { pino } from 'pino';
import { StoreUnavailable } from '../store-unavailable.ts';
import { testUsageRecord } from './test-usage-record.ts';
import { UsageJournal } from './usage-journal.ts';

// Child process of usage-journal.test.ts: appends as fast as it can and prints each request id once its
// callback ran.
const [directory = ''] = process.argv.slice(2);
const log = pino({ level: 'silent' });
// The database is unavailable for the lifetime of this process.
const deliver = () => Promise.reject(new StoreUnavailable('failing'));
const journal = await UsageJournal.open({ directory, deliver, log, segmentBytes: 65_536 });
let next = 0;

function appendSome(): void {
  for (let i = 0; i < 20; i++) {
    const id = `req_${next++}`;
    journal.append(testUsageRecord(id), (error) => {
      if (error === undefined) writeSync(1, `${id}\n`);
    });
  }
  setImmediate(appendSome);
}
appendSome();

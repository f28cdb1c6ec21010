import { writeSync } from 'node:fs';
import { pino } from 'pino';
import { openStore } from '../open-store.ts';
import { testUsageRecord } from './test-usage-record.ts';
import { UsageJournal } from './usage-journal.ts';

// Child process of usage-journal.test.ts: appends as fast as it can and prints each request id once it was called back.
const [directory = ''] = process.argv.slice(2);
const log = pino({ level: 'silent' });
// Nothing listens on port 1: the database is away for as long as this process lives.
const { db } = await openStore({ dataDir: directory, databaseUrl: 'postgres://nobody@127.0.0.1:1/none', log });
const journal = await UsageJournal.open({ directory, db, log, segmentBytes: 65_536 });
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

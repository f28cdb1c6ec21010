import { join } from 'node:path';
import { SharedCounters } from '#cluster';
import type { Environment } from '#config';
import { insertAuditRecords } from '#features/audit';
import { chargeUsage } from '#features/billing';
import { deliverCallRecords } from '#features/request-records';
import type { PeriodicJob, Scheduler } from '#jobs';
import { HOUR_MS, makeDirectory, MINUTE_MS, type Clock, type Log } from '#kit';
import {
  AuditJournal,
  CallJournal,
  checkpoint,
  copyPreparedDatabase,
  JOURNAL_DIRECTORIES,
  migrate,
  namedDatabase,
  openStore,
  RecordTablesAhead,
  UsageJournal,
  type JsonArray,
  type Store,
} from '#store';
import { readNodeId } from './node-id.ts';

/** As servers have it. */
const CHECKPOINT_MS = 5 * MINUTE_MS;
const SETTLE_PREFETCHES_MS = 250;

export interface StorageParts {
  readonly environment: Environment;
  readonly clock: Clock;
  readonly log: Log;
  readonly scheduler: Scheduler;
  /** What is opened is closed by it, the journals first. */
  readonly closing: AsyncDisposableStack;
  /** When the journals have delivered everything, before the database closes. */
  readonly afterJournals: () => Promise<void> | undefined;
}

/** Where a service keeps what it must not forget, and what it shares with other nodes. */
export interface Storage {
  /** This node's name, the same after every restart. */
  readonly nodeId: string;
  readonly store: Store;
  readonly counters: SharedCounters | undefined;
  readonly journal: UsageJournal;
  readonly callJournal: CallJournal;
  readonly auditJournal: AuditJournal;
}

/** Opens and migrates the database, makes the tables of current records, connects to Redis and opens the journals. */
export async function openStorage({
  environment,
  clock,
  log,
  scheduler,
  closing,
  afterJournals,
}: StorageParts): Promise<Storage> {
  const { dataDir, redisUrl } = environment;
  if (!environment.databaseUrl) await copyPreparedDatabase(dataDir);
  const opening = openStore({ dataDir, log, ...namedDatabase(environment) });
  const store = closing.adopt(await opening, (opened) => opened.close());
  const { db } = store;
  await migrate(store);
  closing.defer(() => scheduler.close());
  const tables = new RecordTablesAhead({ db, clock });
  await scheduler.every({ name: 'records.tables', everyMs: HOUR_MS, run: () => tables.make() }).run();
  scheduler.every(checkpointJob(store));
  const counters =
    redisUrl &&
    closing.adopt(new SharedCounters(redisUrl.reveal(), { clock, log }), (opened) => opened.close());
  if (counters)
    scheduler.every({
      name: 'limits.draws',
      everyMs: SETTLE_PREFETCHES_MS,
      run: () => counters.settleOver(),
    });
  closing.defer(afterJournals);
  await makeDirectory(dataDir);
  const nodeId = readNodeId(dataDir, clock.nowMs());
  const usage = {
    directory: join(dataDir, JOURNAL_DIRECTORIES.usage),
    deliver: (records: JsonArray) => chargeUsage(db, records),
  };
  const calls = {
    directory: join(dataDir, JOURNAL_DIRECTORIES.calls),
    deliver: (records: JsonArray) => deliverCallRecords(db, records, nodeId),
  };
  const audit = {
    directory: join(dataDir, JOURNAL_DIRECTORIES.audit),
    deliver: (records: JsonArray) => insertAuditRecords(db, records),
  };
  const journal = closing.adopt(await UsageJournal.open({ ...usage, log }), (opened) => opened.close());
  const callJournal = closing.adopt(await CallJournal.open({ ...calls, log }), (opened) => opened.close());
  const auditJournal = closing.adopt(await AuditJournal.open({ ...audit, log }), (opened) => opened.close());
  return { nodeId, store, counters, journal, callJournal, auditJournal };
}

function checkpointJob(store: Store): PeriodicJob {
  return {
    name: 'database.checkpoint',
    everyMs: CHECKPOINT_MS,
    run: () => checkpoint(store),
    onlyWhenDue: true,
  };
}

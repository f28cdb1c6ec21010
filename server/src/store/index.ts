/** The database behind one dialect, its migrations, and the journals of usage, call and audit records. */
export { databaseAheadMs } from './database-clock.ts';
export { ANNOUNCEMENTS_NAME, announceOnCommit, type Announcements } from './announcements.ts';
export { signalOnCommit, type CommitSignals } from './commit-signals.ts';
export { moveSegments } from './journal/move-segments.ts';
export { AuditJournal, type AuditRecord } from './journal/audit-journal.ts';
export { CallJournal } from './journal/call-journal.ts';
export type { CallFacts, CallOutcome, CallRecord } from './journal/call-record.ts';
export { JOURNAL_DIRECTORIES } from './journal/journal-directories.ts';
export { storableJson } from './storable-text.ts';
export type { Written } from './journal/journal.ts';
export { UsageJournal } from './journal/usage-journal.ts';
export type { UsageRecord } from './journal/usage-record.ts';
export {
  appliedMigrations,
  knownMigrations,
  migrate,
  MigrationEdited,
  SchemaTooNew,
  schemaState,
  type SchemaState,
} from './migrate.ts';
export { checkpoint, countRows, OnlineBackup, type BackupLog, type BackupMoment } from './online-backup.ts';
export { JsonArray } from './json-array.ts';
export { namedDatabase, openStore, type Store, type StoreOptions } from './open-store.ts';
export { copyPreparedDatabase, makePreparedDatabase, prepareSchema } from './prepared-database.ts';
export { OrganizationScope } from './organization-scope.ts';
export { hasWords } from './has-words.ts';
export { readPage, readSortedPage, selectPage, type Page, type PageOrder, type PageRequest } from './page.ts';
export { CredentialDirectory } from './credential-directory.ts';
export { FORMER_MIGRATIONS } from './former-migrations.ts';
export { migrationChecksum } from './schema-history.ts';
export { deleteInSteps } from './delete-in-steps.ts';
export { cacheRecords } from './record-cache.ts';
export { PoolingRefused } from './pooling.ts';
export { StoreUnavailable, type StoreUnavailableReason } from './store-unavailable.ts';
export type * from './tables.ts';
export { toPreciseTimestamp } from './timestamp-plugin.ts';
export { WorkspaceScope } from './workspace-scope.ts';
export { WriteQueue } from './write-queue.ts';
export {
  dropUsageMonth,
  isMissingMonth,
  makeMonthsOf,
  makeUsageMonth,
  usageMonth,
  UsageRecordsBusy,
} from './usage-months.ts';
export { dropRequestWeeks, makeRequestWeek, makeWeeksOf, requestWeek } from './request-weeks.ts';
export { RecordTablesAhead } from './record-tables-ahead.ts';

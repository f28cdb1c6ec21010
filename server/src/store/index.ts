export { UsageJournal, type UsageJournalOptions } from './journal/usage-journal.ts';
export type { UsageRecord } from './journal/usage-record.ts';
export { migrate, MigrationEdited, SchemaTooNew, schemaState, type SchemaState } from './migrate.ts';
export { openStore, type Store, type StoreOptions } from './open-store.ts';
export { StoreUnavailable, type StoreUnavailableReason } from './store-unavailable.ts';
export type * from './tables.ts';
export { toPreciseTimestamp } from './timestamp-plugin.ts';
export { dropUsageMonth, makeUsageMonth, usageMonth, UsageRecordsBusy } from './usage-months.ts';
export { UsageMonthsAhead } from './usage-months-ahead.ts';

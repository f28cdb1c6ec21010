/** The database behind one dialect, its migrations, and the usage journal. */
export { moveSegments } from './journal/move-segments.ts';
export { UsageJournal, type UsageJournalOptions, type Written } from './journal/usage-journal.ts';
export { SUM_KEY, USAGE_SUMS } from './journal/usage-sums.ts';
export type { UsageRecord } from './journal/usage-record.ts';
export { migrate, MigrationEdited, SchemaTooNew, schemaState, type SchemaState } from './migrate.ts';
export { openStore, type Store, type StoreOptions } from './open-store.ts';
export { OrganizationScope } from './organization-scope.ts';
export { readPage, type Page, type PageRequest } from './page.ts';
export { cacheRecords } from './record-cache.ts';
export { StoreUnavailable, type StoreUnavailableReason } from './store-unavailable.ts';
export type * from './tables.ts';
export { toPreciseTimestamp } from './timestamp-plugin.ts';
export { dropUsageMonth, makeUsageMonth, usageMonth, UsageRecordsBusy } from './usage-months.ts';
export { UsageMonthsAhead } from './usage-months-ahead.ts';

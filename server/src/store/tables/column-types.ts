import type { ColumnType } from 'kysely';

/** timestamptz: epoch milliseconds in both directions (see TimestampPlugin). */
export type Timestamp = number;
/** jsonb: parsed on read, any JSON value on write. */
export type Json<T> = ColumnType<T, T, T>;
export type JsonWithDefault<T> = ColumnType<T, T | undefined, T>;

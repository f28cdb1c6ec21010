import { sql, type RawBuilder } from 'kysely';
import { toPreciseTimestamp } from '#store';
import type { LapseBounds, LeaseKind } from '../lease-kind.ts';

/** Rows whose lease was left behind. `alias`: the name of the table in the statement. */
export function isLapsed(
  { table }: LeaseKind,
  { nowMs, latestMs }: LapseBounds,
  alias: string = table,
): RawBuilder<boolean> {
  const endsAt = sql.ref(`${alias}.lease_ends_at`);
  const hasEnded = sql<boolean>`${endsAt} <= ${at(nowMs)}`;
  return latestMs === undefined ? hasEnded : sql`(${hasEnded} or ${endsAt} > ${at(latestMs)})`;
}

/** Rows that nobody holds. Without bounds, those that had no lease. */
export function isFree(
  kind: LeaseKind,
  lapse: LapseBounds | undefined,
  alias: string = kind.table,
): RawBuilder<boolean> {
  const none = sql`${sql.ref(`${alias}.lease_ends_at`)} is null`;
  return lapse ? sql`(${none} or ${isLapsed(kind, lapse, alias)})` : sql`${none}`;
}

const at = (ms: number) => sql`${toPreciseTimestamp(ms)}::timestamptz`;

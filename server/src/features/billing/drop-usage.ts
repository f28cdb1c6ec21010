import type { Kysely } from 'kysely';
import { OperatorError, toTimestamp } from '#kit';
import { dropUsageMonth, usageMonth, type Tables } from '#store';
import { findOldestOpenWindow, findUsageMonths } from './store/usage-months.ts';

/** One month whose records were dropped. */
export interface DroppedMonth {
  /** `YYYY-MM`. */
  readonly month: string;
  readonly bytes: number;
}

/** The month's records may still be needed. The message is for the operator. */
class UsageStillNeeded extends OperatorError {
  constructor(keptFrom: string) {
    super(
      `Nothing was dropped: records from ${keptFrom} on are still needed. Use --before ${keptFrom} or an earlier month.`,
    );
    this.name = 'UsageStillNeeded';
  }
}

const MONTH = /^\d{4}-(?:0[1-9]|1[0-2])$/;

/** Parses a month written as `YYYY-MM` into its start. Undefined when the text is not a month. */
export function parseMonth(text: string): number | undefined {
  return MONTH.test(text) ? Date.parse(`${text}-01T00:00:00Z`) : undefined;
}

/**
 * Drops the records of all months before `beforeMs`, the start of a month, oldest first. Hourly sums, the
 * ledger and the totals of windows and limits stay. Throws UsageStillNeeded, or UsageRecordsBusy, which
 * leaves the remaining months in place.
 */
export async function dropUsage(
  db: Kysely<Tables>,
  beforeMs: number,
  nowMs: number,
): Promise<DroppedMonth[]> {
  const keptFromMs = await neededFrom(db, nowMs);
  if (beforeMs > keptFromMs) throw new UsageStillNeeded(monthName(keptFromMs));
  const dropped: DroppedMonth[] = [];
  for (const startsAtMs of await findUsageMonths(db, beforeMs)) {
    const bytes = await dropUsageMonth(db, startsAtMs, nowMs);
    // Undefined: another process dropped it meanwhile.
    if (bytes !== undefined) dropped.push({ month: monthName(startsAtMs), bytes });
  }
  return dropped;
}

/**
 * The current month and the one before always stay: spend limits count the current one, reports by the minute
 * read the latest days, and journals may still hold records of both. Every month since the start of the
 * oldest open window stays too.
 */
async function neededFrom(db: Kysely<Tables>, nowMs: number): Promise<number> {
  const windowMs = (await findOldestOpenWindow(db, nowMs)) ?? nowMs;
  return Math.min(usageMonth(nowMs, -1), usageMonth(windowMs));
}

function monthName(startsAtMs: number): string {
  return toTimestamp(startsAtMs).slice(0, 7);
}

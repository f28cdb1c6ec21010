import type { Kysely } from 'kysely';
import { OperatorError, toTimestamp } from '#kit';
import { dropUsageMonth, usageMonth, type Tables } from '#store';
import { findOldestOpenWindow, findUsageMonths } from './store/usage-months.ts';

/** Records of one month that are gone. */
export interface DroppedMonth {
  /** `YYYY-MM`. */
  readonly month: string;
  readonly bytes: number;
}

/** The records of a month that was to be dropped may be needed yet. The message is for the operator. */
class UsageStillNeeded extends OperatorError {
  constructor(keptFrom: string) {
    super(
      `Nothing was dropped: records from ${keptFrom} on are still needed. Use --before ${keptFrom} or an earlier month.`,
    );
    this.name = 'UsageStillNeeded';
  }
}

const MONTH = /^\d{4}-(?:0[1-9]|1[0-2])$/;

/** The start of a month given as `YYYY-MM`; undefined when the text is none. */
export function parseMonth(text: string): number | undefined {
  return MONTH.test(text) ? Date.parse(`${text}-01T00:00:00Z`) : undefined;
}

/**
 * Drops the records of all months before `beforeMs`, the start of a month, oldest first. Their sums by the hour, the ledger
 * and the totals of windows and limits stay. Throws UsageStillNeeded, and UsageRecordsBusy with the rest not dropped.
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
    // Undefined: somebody else dropped it meanwhile.
    if (bytes !== undefined) dropped.push({ month: monthName(startsAtMs), bytes });
  }
  return dropped;
}

/**
 * This month and the last always stay: spend limits count the current one, reports by the minute read the latest days, and
 * journals may still carry records of both. So does every month since the oldest window began that is open now.
 */
async function neededFrom(db: Kysely<Tables>, nowMs: number): Promise<number> {
  const windowMs = (await findOldestOpenWindow(db, nowMs)) ?? nowMs;
  return Math.min(usageMonth(nowMs, -1), usageMonth(windowMs));
}

function monthName(startsAtMs: number): string {
  return toTimestamp(startsAtMs).slice(0, 7);
}

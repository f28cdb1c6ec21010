import type { UsageRow } from '../../api/usage.ts';
import { COLOURS } from '../../ui/chart/series-paint.tsx';
import { sumUsd } from '../../ui/text/sum-usd.ts';

/** What a group used, day by day. */
export interface DailySeries {
  /** Null: what belongs to no group. Undefined: all groups that are too small for a colour of their own. */
  readonly group: string | null | undefined;
  /** Decimal text, one for each day. */
  readonly amounts: readonly string[];
  readonly total: string;
}

const NOTHING = '0';

/** The largest groups first, and what is left of the others as one: as many as there are colours. */
export function toSeries(rows: readonly UsageRow[], daysMs: readonly number[]): DailySeries[] {
  const groups = [...Map.groupBy(rows, ({ group }) => group)]
    .map(([group, own]) => seriesOf(group, own, daysMs))
    .toSorted((a, b) => Number(b.total) - Number(a.total));
  if (groups.length <= COLOURS) return groups;
  const small = new Set(groups.slice(COLOURS - 1).map(({ group }) => group));
  const rest = rows.filter(({ group }) => small.has(group));
  return [...groups.slice(0, COLOURS - 1), seriesOf(undefined, rest, daysMs)];
}

function seriesOf(
  group: DailySeries['group'],
  rows: readonly UsageRow[],
  daysMs: readonly number[],
): DailySeries {
  const byDay = Map.groupBy(rows, ({ dayMs }) => dayMs);
  const amounts = daysMs.map((day) => sum(byDay.get(day)));
  return { group, amounts, total: sumUsd(amounts) };
}

function sum(rows: readonly UsageRow[] | undefined): string {
  if (rows === undefined) return NOTHING;
  return rows.length === 1 ? rows[0]!.amount : sumUsd(rows.map(({ amount }) => amount));
}

import type { Traffic } from '@svc/contract';
import { operatorNowStrings as words } from '../../strings/operator-now.ts';
import type { ChartBucket, ChartSeries } from '../../ui/chart/chart-data.ts';
import { COLOURS } from '../../ui/chart/series-fills.ts';
import { DAY_MS } from '../../api/day-range.ts';
import { formatDay, formatDayShort, formatHour, formatHourShort } from '../../ui/text/format-time.ts';

type Series = Traffic['series'][number];
type Counted = 'requests' | 'errors' | 'tokens';

/** Of the id of a node the end tells: they begin alike. */
const NODE_SUFFIX_CHARACTERS = 8;
/** No group has this name. */
const OTHER = ' other';

/** How calls ended that nothing is wrong with. */
const isFine = ({ group }: Series) => group !== null && group in words.outcomes;

export function nodeName(id: string): string {
  return `…${id.slice(-NODE_SUFFIX_CHARACTERS)}`;
}

export function groupName(split: Traffic['group_by'], { group, is_other: isOther }: Series): string {
  if (isOther) return words.other;
  if (group === null) return words.noGroup[split];
  if (split === 'node') return nodeName(group);
  return group in words.outcomes ? words.outcomes[group as keyof typeof words.outcomes] : group;
}

/** The bars of all charts. The last one is not over. */
export function trafficBuckets({
  points,
  point_seconds: seconds,
  ending_at: endingAt,
}: Traffic): readonly ChartBucket[] {
  const isDaily = seconds * 1000 === DAY_MS;
  const isOneDay = points.length * seconds * 1000 <= DAY_MS;
  return points.map(({ starting_at: startingAt }) => {
    const startMs = Date.parse(startingAt);
    const endMs = startMs + seconds * 1000;
    const name = isDaily ? formatDay(startMs) : formatHour(startMs);
    return {
      startMs,
      endMs,
      label: Date.parse(endingAt) < endMs ? words.soFar(name) : name,
      tick: isOneDay ? formatHourShort(startMs) : formatDayShort(startMs),
    };
  });
}

/** The largest groups first, and what is left of them as one: as many as there are colours. */
export function trafficSeries(
  { group_by: split, series }: Traffic,
  counted: Counted,
): readonly ChartSeries[] {
  return toChart(split, series, counted);
}

/** Of the outcomes those that are errors. */
export function errorSeries({ series }: Traffic): readonly ChartSeries[] {
  return toChart(
    'code',
    series.filter((one) => !isFine(one)),
    'requests',
  );
}

function toChart(
  split: Traffic['group_by'],
  series: readonly Series[],
  counted: Counted,
): readonly ChartSeries[] {
  const shown = series.length <= COLOURS ? series : series.slice(0, COLOURS - 1);
  const rest = series.slice(shown.length);
  const some = shown.map((one) => ({
    id: one.is_other ? OTHER : (one.group ?? ''),
    label: groupName(split, one),
    amounts: one[counted].map(String),
  }));
  if (rest.length === 0) return some;
  const amounts = rest[0]![counted].map((_, point) =>
    String(rest.reduce((sum, one) => sum + (one[counted][point] ?? 0), 0)),
  );
  return [...some, { id: OTHER, label: words.other, amounts }];
}

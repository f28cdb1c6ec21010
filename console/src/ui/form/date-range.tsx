import { uiStrings } from '../../strings/ui.ts';
import { lastDays, localNowMs, lastMonth, thisMonth, yesterday, type DayRange } from '../../api/day-range.ts';
import { formatDay, formatDayRange } from '../text/format-time.ts';
import { RangeFilter, RangePicker, type RangePreset } from './range-picker.tsx';

const { range: words } = uiStrings;

const PRESETS: readonly { readonly label: string; readonly range: (nowMs: number) => DayRange }[] = [
  { label: words.today, range: (nowMs) => lastDays(1, nowMs) },
  { label: words.yesterday, range: yesterday },
  { label: words.last7, range: (nowMs) => lastDays(7, nowMs) },
  { label: words.last30, range: (nowMs) => lastDays(30, nowMs) },
  { label: words.last90, range: (nowMs) => lastDays(90, nowMs) },
  { label: words.thisMonth, range: thisMonth },
  { label: words.lastMonth, range: lastMonth },
  { label: words.year, range: (nowMs) => lastDays(365, nowMs) },
];

interface DateRangeProps {
  readonly label?: string;
  readonly value: DayRange;
  readonly onChange: (range: DayRange) => void;
}

/** A range of days of UTC. The server refuses ranges it cannot answer. */
export function DateRange({ label = words.label, value, onChange }: DateRangeProps) {
  const presets = usualRanges(value, Date.now, onChange);
  return <RangePicker label={label} {...choicesOf(value, presets, Date.now, onChange)} />;
}

interface DateFilterProps {
  readonly label?: string;
  /** An address may name one end only. */
  readonly value: Partial<DayRange>;
  /** Both ends, or neither: any time. */
  readonly onChange: (range: Partial<DayRange>) => void;
}

/** A filter of days in the person's own time zone, as lists show times. It need not be set. */
export function DateFilter({ label = words.label, value, onChange }: DateFilterProps) {
  const isSet = value.from !== undefined || value.to !== undefined;
  const anyTime = { label: words.anyTime, isChosen: !isSet, onChoose: () => onChange({}) };
  const presets = [anyTime, ...usualRanges(value, localNowMs, onChange)];
  return <RangeFilter label={label} isSet={isSet} {...choicesOf(value, presets, localNowMs, onChange)} />;
}

/** `nowMs`: a moment whose day of UTC is today. */
function usualRanges(
  { from, to }: Partial<DayRange>,
  nowMs: () => number,
  onChange: (range: DayRange) => void,
): readonly RangePreset[] {
  return PRESETS.map(({ label, range }) => {
    const days = range(nowMs());
    return { label, isChosen: days.from === from && days.to === to, onChoose: () => onChange(days) };
  });
}

function choicesOf(
  { from, to }: Partial<DayRange>,
  presets: readonly RangePreset[],
  nowMs: () => number,
  onDays: (range: DayRange) => void,
) {
  return {
    // Of two that are the same today, such as on the first of a month, the first is meant.
    shown: presets.find(({ isChosen }) => isChosen)?.label ?? describe(from, to),
    presets,
    days: from !== undefined && to !== undefined ? { from, to } : undefined,
    last: lastDays(1, nowMs()).to,
    onDays,
  };
}

function describe(from: string | undefined, to: string | undefined): string {
  if (from !== undefined && to !== undefined) return formatDayRange(from, to);
  return from === undefined ? words.until(formatDay(to!)) : words.since(formatDay(from));
}

import { uiStrings } from '../../strings/ui.ts';
import { lastDays, lastMonth, thisMonth, today, yesterday, type DayRange } from '../text/day-range.ts';
import { formatDay, formatDayRange } from '../text/format-time.ts';
import { RangeFilter, RangePicker, type RangePreset } from './range-picker.tsx';

const { range: words } = uiStrings;

const PRESETS: readonly { readonly label: string; readonly range: () => DayRange }[] = [
  { label: words.today, range: () => lastDays(1) },
  { label: words.yesterday, range: () => yesterday() },
  { label: words.last7, range: () => lastDays(7) },
  { label: words.last30, range: () => lastDays(30) },
  { label: words.last90, range: () => lastDays(90) },
  { label: words.thisMonth, range: () => thisMonth() },
  { label: words.lastMonth, range: () => lastMonth() },
  { label: words.year, range: () => lastDays(365) },
];

interface DateRangeProps {
  readonly label?: string;
  readonly value: DayRange;
  readonly onChange: (range: DayRange) => void;
}

/** A range of days of UTC. The server refuses ranges it cannot answer. */
export function DateRange({ label = words.label, value, onChange }: DateRangeProps) {
  return <RangePicker label={label} {...choicesOf(value, usualRanges(value, onChange), onChange)} />;
}

interface DateFilterProps {
  readonly label?: string;
  /** An address may name one end only. */
  readonly value: Partial<DayRange>;
  /** Both ends, or neither: any time. */
  readonly onChange: (range: Partial<DayRange>) => void;
}

/** The same for a filter, which need not be set. */
export function DateFilter({ label = words.label, value, onChange }: DateFilterProps) {
  const isSet = value.from !== undefined || value.to !== undefined;
  const anyTime = { label: words.anyTime, isChosen: !isSet, onChoose: () => onChange({}) };
  const presets = [anyTime, ...usualRanges(value, onChange)];
  return <RangeFilter label={label} isSet={isSet} {...choicesOf(value, presets, onChange)} />;
}

function usualRanges(
  { from, to }: Partial<DayRange>,
  onChange: (range: DayRange) => void,
): readonly RangePreset[] {
  return PRESETS.map(({ label, range }) => {
    const days = range();
    return { label, isChosen: days.from === from && days.to === to, onChoose: () => onChange(days) };
  });
}

function choicesOf(
  { from, to }: Partial<DayRange>,
  presets: readonly RangePreset[],
  onDays: (range: DayRange) => void,
) {
  return {
    // Of two that are the same today, such as on the first of a month, the first is meant.
    shown: presets.find(({ isChosen }) => isChosen)?.label ?? describe(from, to),
    presets,
    days: from !== undefined && to !== undefined ? { from, to } : undefined,
    last: today(),
    onDays,
  };
}

function describe(from: string | undefined, to: string | undefined): string {
  if (from !== undefined && to !== undefined) return formatDayRange(from, to);
  return from === undefined ? words.until(formatDay(to!)) : words.since(formatDay(from));
}

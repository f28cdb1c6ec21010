import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { DayPicker, type DateRange as PickedRange } from 'react-day-picker';
import { uiStrings } from '../../strings/ui.ts';
import { formatMonth, formatWeekday, formatWholeDay } from '../text/format-time.ts';
import type { DayRange } from '../../api/day-range.ts';

const { range: words } = uiStrings;

interface CalendarProps {
  readonly label: string;
  readonly value: DayRange | undefined;
  /** The last day that can be chosen. */
  readonly last: string;
  /** Called when both ends are chosen. */
  readonly onChange: (range: DayRange) => void;
}

const ARROW =
  'inline-flex size-9 items-center justify-center rounded-md text-quiet hover:bg-hover hover:text-ink aria-disabled:invisible';

/**
 * Two presses, or two times Enter, choose the first and the last day. Arrows, Page Up and Down, Home and End walk through it. A module of its
 * own, which is loaded when a calendar is opened.
 */
export function Calendar({ label, value, last, onChange }: CalendarProps) {
  const [begun, setBegun] = useState<PickedRange>();
  const chosen = begun ?? (value && { from: toDate(value.from), to: toDate(value.to) });
  const lastDate = toDate(last);
  const choose = (range: PickedRange | undefined) => {
    setBegun(range);
    if (range?.from && range.to) onChange({ from: toDay(range.from), to: toDay(range.to) });
  };
  return (
    <DayPicker
      mode="range"
      aria-label={label}
      resetOnSelect
      autoFocus={false}
      selected={chosen}
      onSelect={choose}
      today={lastDate}
      disabled={{ after: lastDate }}
      endMonth={lastDate}
      defaultMonth={chosen?.to ?? lastDate}
      formatters={{
        formatCaption: (month) => formatMonth(month),
        formatWeekdayName: (day) => formatWeekday(day),
      }}
      labels={{
        labelPrevious: () => words.previousMonth,
        labelNext: () => words.nextMonth,
        labelDayButton: (day, { selected }) =>
          selected ? words.selected(formatWholeDay(day)) : formatWholeDay(day),
      }}
      components={{ Chevron: Arrow }}
      classNames={{
        months: 'relative',
        month_caption: 'flex h-9 items-center justify-center font-medium',
        nav: 'absolute inset-x-0 top-0 flex justify-between',
        button_previous: ARROW,
        button_next: ARROW,
        month_grid: 'mt-1 border-collapse',
        weekday: 'size-9 text-xs font-normal text-quiet',
        day: 'p-0 text-center tabular-nums',
        day_button:
          'inline-flex size-9 items-center justify-center rounded-md hover:bg-hover disabled:pointer-events-none disabled:opacity-40',
        today: '[&>button]:font-semibold [&>button]:underline [&>button]:underline-offset-4',
        range_middle: 'bg-accent-soft',
        range_start: 'rounded-l-md bg-accent-soft [&>button]:bg-accent [&>button]:text-on-accent',
        range_end: 'rounded-r-md bg-accent-soft [&>button]:bg-accent [&>button]:text-on-accent',
      }}
    />
  );
}

function Arrow({ orientation }: { readonly orientation?: 'up' | 'down' | 'left' | 'right' }) {
  const Icon = orientation === 'left' ? ChevronLeft : ChevronRight;
  return <Icon aria-hidden size={16} />;
}

/** The picker knows days of the browser's own time zone: a day is passed by its numbers, whatever zone it is of. */
function toDate(day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date);
}

function toDay(date: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

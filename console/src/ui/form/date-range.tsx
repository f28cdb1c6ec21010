import { uiStrings } from '../../strings/ui.ts';
import { classNames } from '../class-names.ts';
import { lastDays, type DayRange } from '../text/day-range.ts';
import { controlClass, Field } from './field.tsx';

const PRESETS = [
  { days: 1, label: uiStrings.range.today },
  { days: 7, label: uiStrings.range.last7 },
  { days: 30, label: uiStrings.range.last30 },
  { days: 90, label: uiStrings.range.last90 },
  { days: 365, label: uiStrings.range.year },
] as const;

interface DateRangeProps {
  readonly value: DayRange;
  readonly onChange: (range: DayRange) => void;
}

/** Usual ranges by one press, any other by two dates. The server refuses ranges it cannot answer. */
export function DateRange({ value, onChange }: DateRangeProps) {
  return (
    <div role="group" aria-label={uiStrings.range.label} className="flex flex-wrap items-end gap-3">
      <div className="flex rounded-md border border-line bg-surface p-0.5">
        {PRESETS.map(({ days, label }) => {
          const range = lastDays(days);
          const isChosen = range.from === value.from && range.to === value.to;
          return (
            <button
              key={days}
              type="button"
              aria-pressed={isChosen}
              onClick={() => onChange(range)}
              className={classNames(
                'min-h-8 rounded px-2.5 whitespace-nowrap max-md:px-1.5 max-md:text-[13px]',
                isChosen ? 'bg-accent-soft font-medium' : 'text-quiet hover:text-ink',
              )}
            >
              {label}
            </button>
          );
        })}
      </div>
      <DayField
        label={uiStrings.range.from}
        value={value.from}
        max={value.to}
        onChange={(from) => onChange({ ...value, from })}
      />
      <DayField
        label={uiStrings.range.to}
        value={value.to}
        min={value.from}
        onChange={(to) => onChange({ ...value, to })}
      />
    </div>
  );
}

interface DayFieldProps {
  readonly label: string;
  readonly value: string;
  readonly min?: string;
  readonly max?: string;
  readonly onChange: (day: string) => void;
}

function DayField({ label, value, onChange, ...bounds }: DayFieldProps) {
  return (
    <Field label={label}>
      {(control) => (
        <input
          {...control}
          {...bounds}
          type="date"
          value={value}
          onChange={(event) => event.target.value && onChange(event.target.value)}
          className={controlClass('w-auto')}
        />
      )}
    </Field>
  );
}

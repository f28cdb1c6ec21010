import type { RequestFilters } from '../../api/requests.ts';
import { requestStrings } from '../../strings/requests.ts';
import { RangeFilter } from '../../ui/form/range-picker.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useDraftText } from '../../ui/form/use-draft-text.ts';
import type { DayRange } from '../../api/day-range.ts';
import { formatDateTime, formatDateTimeRange, formatDayRange } from '../../ui/text/format-time.ts';

const { filters: words } = requestStrings;
const NONE = { latest: undefined, from: undefined, to: undefined } as const;

/** Values by the names of filters; undefined takes one away. */
export type FilterChanges = Readonly<Partial<Record<keyof RequestFilters, string | undefined>>>;

interface TimeFilterProps {
  readonly filters: RequestFilters;
  readonly onChange: (changes: FilterChanges) => void;
}

/** The latest hours, or from one moment to another, in the person's own time zone. */
export function TimeFilter({ filters, onChange }: TimeFilterProps) {
  const { latest, from, to } = filters;
  const hasMoments = from !== undefined || to !== undefined;
  const now = localNow();
  const ends = { from: from && toLocal(from), to: to && toLocal(to) };
  const preset = (value: string | undefined, label: string) => ({
    label,
    isChosen: !hasMoments && latest === value,
    onChoose: () => onChange({ ...NONE, latest: value }),
  });
  const setDays = (days: DayRange) =>
    onChange({ ...NONE, from: toMoment(`${days.from}T00:00`), to: toMoment(`${days.to}T23:59`) });
  return (
    <RangeFilter
      label={words.latest}
      isSet={hasMoments || latest !== undefined}
      shown={hasMoments ? describe(from, to) : latest ? words.latestNames[latest] : words.anyTime}
      presets={[
        preset(undefined, words.anyTime),
        ...Object.entries(words.latestNames).map(([value, name]) => preset(value, name)),
      ]}
      days={ends.from || ends.to ? { from: day(ends.from ?? ends.to!), to: day(ends.to ?? now) } : undefined}
      last={day(now)}
      onDays={setDays}
    >
      {hasMoments && (
        <div className="grid grid-cols-2 gap-3">
          <TimeField
            label={words.from}
            value={ends.from ?? now}
            onChange={(moment) => onChange({ from: moment })}
          />
          <TimeField
            label={words.to}
            value={ends.to ?? now}
            onChange={(moment) => onChange({ to: moment })}
          />
        </div>
      )}
    </RangeFilter>
  );
}

interface TimeFieldProps {
  readonly label: string;
  /** Local time, to the minute. Its day is the calendar's matter. */
  readonly value: string;
  readonly onChange: (moment: string) => void;
}

function TimeField({ label, value, onChange }: TimeFieldProps) {
  const time = value.slice(value.indexOf('T') + 1);
  const { draft, type } = useDraftText(time);
  return (
    <TextField
      type="time"
      label={label}
      value={draft ?? time}
      onChange={({ target }) => type(target.value)}
      onBlur={({ target }) => {
        if (target.value === '' || target.value === time) type(undefined);
        else onChange(toMoment(`${day(value)}T${target.value}`));
      }}
    />
  );
}

function describe(from: string | undefined, to: string | undefined): string {
  if (from !== undefined && to !== undefined) {
    const isWholeDays = toLocal(from).endsWith('T00:00') && toLocal(to).endsWith('T23:59');
    return isWholeDays ? formatDayRange(day(toLocal(from)), day(toLocal(to))) : formatDateTimeRange(from, to);
  }
  return from === undefined ? words.until(formatDateTime(to!)) : words.since(formatDateTime(from));
}

function day(local: string): string {
  return local.slice(0, local.indexOf('T'));
}

function localNow(): string {
  return toLocal(new Date().toISOString());
}

/** Local time without a zone, to the minute, as RFC 3339. */
function toMoment(local: string): string {
  return new Date(local).toISOString();
}

/** As the fields take it: local time without a zone, to the minute. */
function toLocal(timestamp: string): string {
  const ms = Date.parse(timestamp);
  return new Date(ms - new Date(ms).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

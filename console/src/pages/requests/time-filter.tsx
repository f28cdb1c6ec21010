import type { RequestFilters } from '../../api/requests.ts';
import { requestStrings } from '../../strings/requests.ts';
import { SelectField, TextField } from '../../ui/form/text-field.tsx';

const { filters: words } = requestStrings;
const CUSTOM = 'custom';
const DAY_MS = 86_400_000;
const NONE = { latest: undefined, from: undefined, to: undefined } as const;

/** Values by the names of filters; undefined takes one away. */
export type FilterChanges = Readonly<Partial<Record<keyof RequestFilters, string | undefined>>>;

interface TimeFilterProps {
  readonly filters: RequestFilters;
  readonly onChange: (changes: FilterChanges) => void;
}

function isCustom({ from, to }: RequestFilters): boolean {
  return from !== undefined || to !== undefined;
}

/** The latest hours, or from one moment to another. */
export function TimeFilter({ filters, onChange }: TimeFilterProps) {
  const choose = (value: string) => {
    if (value !== CUSTOM) return onChange({ ...NONE, latest: value });
    onChange({ ...NONE, from: new Date(Date.now() - DAY_MS).toISOString() });
  };
  return (
    <SelectField
      label={words.latest}
      value={filters.latest ?? (isCustom(filters) ? CUSTOM : '')}
      onChange={({ target }) => choose(target.value)}
    >
      <option value="">{words.anyTime}</option>
      {Object.entries(words.latestNames).map(([value, name]) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
      <option value={CUSTOM}>{words.custom}</option>
    </SelectField>
  );
}

/** Two moments in the person's own time zone. */
export function CustomTime({ filters, onChange }: TimeFilterProps) {
  if (!isCustom(filters)) return null;
  return (
    <div className="flex flex-wrap gap-3">
      <MomentField label={words.from} value={filters.from} onChange={(from) => onChange({ from })} />
      <MomentField label={words.to} value={filters.to} onChange={(to) => onChange({ to })} />
    </div>
  );
}

interface MomentFieldProps {
  readonly label: string;
  /** RFC 3339. */
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

function MomentField({ label, value, onChange }: MomentFieldProps) {
  return (
    <TextField
      key={value}
      type="datetime-local"
      label={label}
      defaultValue={value === undefined ? '' : toLocal(value)}
      onBlur={({ target }) => {
        const ms = Date.parse(target.value);
        const given = Number.isNaN(ms) ? undefined : new Date(ms).toISOString();
        if (target.value !== (value === undefined ? '' : toLocal(value))) onChange(given);
      }}
    />
  );
}

/** As the field takes it: local time without a zone, to the minute. */
function toLocal(timestamp: string): string {
  const ms = Date.parse(timestamp);
  return new Date(ms - new Date(ms).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

import type { AuditFilters } from '../../api/audit.ts';
import { auditStrings } from '../../strings/audit.ts';
import { FilterInput, FilterSelect } from '../../ui/form/filter-control.tsx';
import { ValueOptions } from '../../ui/form/named-options.tsx';
import { lastDays } from '../../ui/text/day-range.ts';
import type { FilterChanges } from './audit-filters.tsx';

const { filters: words } = auditStrings;
const CUSTOM = 'custom';

interface AuditTimeFilterProps {
  readonly filters: AuditFilters;
  readonly onChange: (changes: FilterChanges) => void;
}

/** The last days, or from one day to another. */
export function AuditTimeFilter({ filters: { from, to }, onChange }: AuditTimeFilterProps) {
  const latest = Object.keys(words.latest).find((days) => lastDays(Number(days)).from === from);
  const isCustom = to !== undefined || (from !== undefined && latest === undefined);
  const choose = (value: string) => {
    if (value === '') return onChange({ from: '', to: '' });
    if (value === CUSTOM) return onChange(lastDays(2));
    onChange({ from: lastDays(Number(value)).from, to: '' });
  };
  return (
    <>
      <FilterSelect label={words.time} value={isCustom ? CUSTOM : (latest ?? '')} onChoose={choose}>
        <option value="">{words.anyTime}</option>
        <ValueOptions of={words.latest} />
        <option value={CUSTOM}>{words.custom}</option>
      </FilterSelect>
      {isCustom && (
        <>
          <DayInput label={words.from} day={from} onChange={(day) => onChange({ from: day })} />
          <DayInput label={words.to} day={to} onChange={(day) => onChange({ to: day })} />
        </>
      )}
    </>
  );
}

interface DayInputProps {
  readonly label: string;
  readonly day: string | undefined;
  readonly onChange: (day: string) => void;
}

function DayInput({ label, day = '', onChange }: DayInputProps) {
  return (
    <FilterInput
      label={label}
      isSet={day !== ''}
      type="date"
      value={day}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

import type { AuditFilters } from '../../api/audit.ts';
import { auditStrings } from '../../strings/audit.ts';
import { RangePicker } from '../../ui/form/range-picker.tsx';
import { lastDays } from '../../ui/text/day-range.ts';
import { formatDay } from '../../ui/text/format.ts';
import type { FilterChanges } from './audit-filters.tsx';

const { filters: words } = auditStrings;

interface AuditTimeFilterProps {
  readonly filters: AuditFilters;
  readonly onChange: (changes: FilterChanges) => void;
}

/** The last days, or from one day to another. */
export function AuditTimeFilter({ filters: { from, to }, onChange }: AuditTimeFilterProps) {
  const today = lastDays(1).to;
  const presets = Object.entries(words.latest).map(([days, label]) => ({
    label,
    from: lastDays(Number(days)).from,
  }));
  const latest = to === undefined ? presets.find((preset) => preset.from === from) : undefined;
  const isAny = from === undefined && to === undefined;
  return (
    <RangePicker
      label={words.time}
      shown={isAny ? words.anyTime : (latest?.label ?? words.days(dayOf(from), dayOf(to ?? today)))}
      presets={[
        { label: words.anyTime, isChosen: isAny, onChoose: () => onChange({ from: '', to: '' }) },
        ...presets.map((preset) => ({
          label: preset.label,
          isChosen: preset === latest,
          onChoose: () => onChange({ from: preset.from, to: '' }),
        })),
      ]}
      days={isAny ? undefined : { from: from ?? to!, to: to ?? today }}
      last={today}
      onDays={(days) => onChange(days)}
    />
  );
}

function dayOf(day: string | undefined): string {
  return day === undefined ? words.beginning : formatDay(day);
}

import { auditStrings } from '../../strings/audit.ts';
import { auditEventGroups, auditEventName, findAuditEventGroup } from '../../strings/audit-events.ts';
import { FilterSelect } from '../../ui/form/filter-control.tsx';
import { ValueOptions } from '../../ui/form/named-options.tsx';

const { filters: words } = auditStrings;

interface AuditEventFilterProps {
  /** The name of an event, or of a group of them. */
  readonly chosen: string | undefined;
  readonly onChoose: (event: string) => void;
}

/** One of the events the service writes, or all of a kind. */
export function AuditEventFilter({ chosen = '', onChoose }: AuditEventFilterProps) {
  const isOther = chosen !== '' && !findAuditEventGroup(chosen) && auditEventName(chosen) === chosen;
  return (
    <FilterSelect label={words.event} value={chosen} onChoose={onChoose}>
      <option value="">{words.anyEvent}</option>
      {auditEventGroups.map(({ id, name, events }) => (
        <optgroup key={id} label={name}>
          <option value={id}>{words.allOf(name)}</option>
          <ValueOptions of={events} />
        </optgroup>
      ))}
      {isOther && (
        <optgroup label={words.other}>
          <option>{chosen}</option>
        </optgroup>
      )}
    </FilterSelect>
  );
}

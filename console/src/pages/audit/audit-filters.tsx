import { useQuery } from '@tanstack/react-query';
import { adminKeyChoicesOptions } from '../../api/admin-keys.ts';
import type { AuditFilters as Filters } from '../../api/audit.ts';
import { actorChoicesOptions } from '../../api/people.ts';
import { useCan, useMe } from '../../api/session.ts';
import { auditStrings } from '../../strings/audit.ts';
import { DateFilter } from '../../ui/form/date-range.tsx';
import { FilterBar } from '../../ui/form/filter-bar.tsx';
import { FilterChoice } from '../../ui/form/filter-choice.tsx';
import { FilterSelect } from '../../ui/form/filter-control.tsx';
import { NamedOptions } from '../../ui/form/named-options.tsx';
import { SearchField } from '../../ui/form/search-field.tsx';
import { AuditEventFilter } from './audit-event-filter.tsx';
import { auditRoute, parseAuditFilters } from './audit-route.ts';

const { filters: words } = auditStrings;

/** Values by the names of filters; an empty one takes its filter away. */
export type FilterChanges = Readonly<Partial<Record<keyof Filters, string>>>;

/** Applies at once. Kept in the address, so that what was found can be passed on. */
export function AuditFilters() {
  const filters = auditRoute.useSearch();
  const { resource = '', ...others } = filters;
  const navigate = auditRoute.useNavigate();
  const { workspaces } = useMe();
  // On top of what is set by then: a search is sent when typing has paused, after which other filters may have changed.
  const set = (changes: FilterChanges) =>
    void navigate({
      search: (before) => parseAuditFilters({ ...before, ...changes }),
      replace: true,
    });
  return (
    <FilterBar
      active={Object.keys(others).length}
      onClear={() => void navigate({ search: parseAuditFilters({ resource }) })}
      search={
        <SearchField
          label={words.resource}
          placeholder={words.resourceHint}
          value={resource}
          onSearch={(text) => set({ resource: text })}
        />
      }
    >
      <AuditEventFilter chosen={filters.event} onChoose={(event) => set({ event })} />
      <ActorFilter chosen={filters.actor} onChoose={(actor) => set({ actor })} />
      {workspaces.length > 1 && (
        <FilterSelect
          label={words.workspace}
          value={filters.workspace ?? ''}
          onChoose={(workspace) => set({ workspace })}
        >
          <option value="">{words.anyWorkspace}</option>
          <NamedOptions of={workspaces} />
        </FilterSelect>
      )}
      <DateFilter value={filters} onChange={({ from = '', to = '' }) => set({ from, to })} />
    </FilterBar>
  );
}

interface ActorFilterProps {
  readonly chosen: string | undefined;
  readonly onChoose: (id: string) => void;
}

/** People and admin keys by their names. */
function ActorFilter(filter: ActorFilterProps) {
  const can = useCan();
  const { data: people = [] } = useQuery({ ...actorChoicesOptions, enabled: can('members.manage') });
  const { data: keys = [] } = useQuery({ ...adminKeyChoicesOptions, enabled: can('admin_keys.manage') });
  const choices = [...people, ...keys.map(({ id, name, prefix }) => ({ id, name, more: `${prefix}…` }))];
  return <FilterChoice label={words.actor} choices={choices} {...filter} />;
}

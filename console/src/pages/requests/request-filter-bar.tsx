import { useNavigate } from '@tanstack/react-router';
import type { RequestSummary } from '@svc/contract';
import type { RequestFilters } from '../../api/requests.ts';
import { useCan } from '../../api/session.ts';
import { requestStrings } from '../../strings/requests.ts';
import { useNarrow } from '../../ui/use-narrow.ts';
import { CostFilter } from './cost-filter.tsx';
import { FilterSuggest } from './filter-suggest.tsx';
import { requestFilters } from './requests-route.ts';
import { StatusFilter } from './status-filter.tsx';
import { TimeFilter, type FilterChanges } from './time-filter.tsx';
import { useFilterChoices } from './use-filter-choices.ts';
import { WorkspaceFilter } from './workspace-filter.tsx';

const { filters: words } = requestStrings;

interface FilterBarProps {
  readonly filters: RequestFilters;
  /** What has been loaded: its models and codes are offered. */
  readonly rows: readonly RequestSummary[];
}

/** Applies at once. Kept in the address, so that what was found can be passed on. */
export function RequestFilterBar(props: FilterBarProps) {
  const isNarrow = useNarrow();
  if (!isNarrow) return <Filters {...props} />;
  return (
    <details className="rounded-xl border border-line bg-surface px-4 open:pb-4">
      <summary className="cursor-pointer py-2.5 font-medium">
        {words.shown(Object.keys(props.filters).length)}
      </summary>
      <Filters {...props} />
    </details>
  );
}

function Filters({ filters, rows }: FilterBarProps) {
  const can = useCan();
  const navigate = useNavigate({ from: '/requests' });
  const choices = useFilterChoices(rows);
  const set = (changes: FilterChanges) => {
    const changed: FilterChanges = { ...filters, ...changes };
    void navigate({
      search: requestFilters((name) => changed[name as keyof RequestFilters]),
      replace: true,
    });
  };
  const suggest = (name: 'code' | 'model' | 'key' | 'person', offered: keyof typeof choices) => (
    <FilterSuggest
      label={words[name]}
      chosen={filters[name]}
      choices={choices[offered]}
      onChoose={(value) => set({ [name]: value })}
    />
  );
  return (
    <div
      role="group"
      aria-label={words.label}
      className="grid grid-cols-[repeat(auto-fit,minmax(7.5rem,1fr))] gap-3"
    >
      <TimeFilter filters={filters} onChange={set} />
      <StatusFilter chosen={filters.status} onChoose={(status) => set({ status })} />
      {suggest('code', 'codes')}
      {suggest('model', 'models')}
      {suggest('key', 'keys')}
      {can('members.manage') && suggest('person', 'people')}
      <WorkspaceFilter chosen={filters.workspace} onChoose={(workspace) => set({ workspace })} />
      <CostFilter chosen={filters.cost} onChoose={(cost) => set({ cost })} />
    </div>
  );
}

import { useNavigate } from '@tanstack/react-router';
import type { RequestSummary } from '@svc/contract';
import type { PagedList } from '../../api/pages.ts';
import type { RequestFilters } from '../../api/requests.ts';
import { useCan } from '../../api/session.ts';
import { requestStrings } from '../../strings/requests.ts';
import { FilterBar } from '../../ui/form/filter-bar.tsx';
import { FilterChoice } from '../../ui/form/filter-choice.tsx';
import { CostFilter } from './cost-filter.tsx';
import { KeyFilter } from './key-filter.tsx';
import { parseRequestFilters } from '../../resources/requests/parse-request-filters.ts';
import { StatusFilter } from '../../resources/requests/status-filter.tsx';
import { TimeFilter, type FilterChanges } from './time-filter.tsx';
import { useFilterChoices } from './use-filter-choices.ts';
import { WorkspaceFilter } from './workspace-filter.tsx';

const { filters: words } = requestStrings;

interface RequestFilterBarProps {
  readonly filters: RequestFilters;
  /** What has been loaded: its models and codes are offered. */
  readonly list: PagedList<RequestSummary>;
}

/** Applies at once. Kept in the address, so that what was found can be passed on. */
export function RequestFilterBar({ filters, list }: RequestFilterBarProps) {
  const can = useCan();
  const navigate = useNavigate({ from: '/requests' });
  const choices = useFilterChoices(list);
  // On top of what is set by then: a key is looked for by its name, after which other filters may have changed.
  const set = (changes: FilterChanges) =>
    void navigate({
      search: (before) => parseRequestFilters({ ...before, ...changes }),
      replace: true,
    });
  const suggest = (name: 'code' | 'model' | 'person', offered: keyof typeof choices) => (
    <FilterChoice
      label={words[name]}
      chosen={filters[name]}
      choices={choices[offered]}
      onChoose={(value) => set({ [name]: value })}
    />
  );
  return (
    <FilterBar
      active={Object.keys(filters).length}
      onClear={() => void navigate({ search: {}, replace: true })}
    >
      <TimeFilter filters={filters} onChange={set} />
      <StatusFilter chosen={filters.status} onChoose={(status) => set({ status })} />
      {suggest('code', 'codes')}
      {suggest('model', 'models')}
      <KeyFilter chosen={filters.key} onChoose={(key) => set({ key })} />
      {can('members.manage') && suggest('person', 'people')}
      <WorkspaceFilter chosen={filters.workspace} onChoose={(workspace) => set({ workspace })} />
      <CostFilter chosen={filters.cost} onChoose={(cost) => set({ cost })} />
    </FilterBar>
  );
}

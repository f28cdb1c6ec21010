import type { AnyRequest } from '@svc/contract';
import { useNavigate } from '@tanstack/react-router';
import type { AnyRequestFilters } from '../../api/operator-requests.ts';
import type { PagedList } from '../../api/pages.ts';
import { operatorStrings } from '../../strings/operator.ts';
import { requestStrings } from '../../strings/requests.ts';
import type { Choice } from '../../ui/form/choices.ts';
import { FilterBar } from '../../ui/form/filter-bar.tsx';
import { FilterChoice } from '../../ui/form/filter-choice.tsx';
import { StatusFilter } from '../../resources/requests/status-filter.tsx';
import { named, useSeenChoices } from '../../resources/requests/use-seen-choices.ts';
import { parseAnyRequestFilters } from './operator-requests-route.ts';

interface OperatorRequestFiltersProps {
  readonly filters: AnyRequestFilters;
  /** What has been loaded: its models, engines and organizations are offered. */
  readonly list: PagedList<AnyRequest>;
}

/** Applies at once. Kept in the address, so that what was found can be passed on. */
export function OperatorRequestFilters({ filters, list }: OperatorRequestFiltersProps) {
  const navigate = useNavigate({ from: '/operator/requests' });
  const set = (changes: Readonly<Record<string, string>>) =>
    void navigate({ search: parseAnyRequestFilters({ ...filters, ...changes }), replace: true });
  const suggest = (
    name: 'code' | 'model' | 'engine' | 'organization',
    label: string,
    choices: readonly Choice[],
  ) => (
    <FilterChoice
      label={label}
      chosen={filters[name]}
      choices={choices}
      onChoose={(value) => set({ [name]: value })}
    />
  );
  const words = requestStrings.filters;
  const codes = useSeenChoices(list, ({ error_code: code }) => named(code));
  const models = useSeenChoices(list, ({ model }) => named(model));
  const engines = useSeenChoices(list, ({ engine }) => named(engine));
  const organizations = useSeenChoices(list, (row) => ({
    id: row.organization_id,
    name: row.organization_name,
  }));
  return (
    <FilterBar
      active={Object.keys(filters).length}
      onClear={() => void navigate({ search: {}, replace: true })}
    >
      <StatusFilter chosen={filters.status} onChoose={(status) => set({ status })} />
      {suggest('code', words.code, codes)}
      {suggest('model', words.model, models)}
      {suggest('engine', operatorStrings.requests.engine, engines)}
      {suggest('organization', operatorStrings.requests.facts.organization, organizations)}
    </FilterBar>
  );
}

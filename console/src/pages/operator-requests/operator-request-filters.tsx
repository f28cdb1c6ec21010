import type { AnyRequest } from '@svc/contract';
import { useNavigate } from '@tanstack/react-router';
import type { AnyRequestFilters } from '../../api/operator-requests.ts';
import { operatorStrings } from '../../strings/operator.ts';
import { requestStrings } from '../../strings/requests.ts';
import type { Choice } from '../../ui/form/use-choice-input.ts';
import { FilterBar } from '../../ui/form/filter-bar.tsx';
import { FilterChoice } from '../../ui/form/filter-choice.tsx';
import { StatusFilter } from '../requests/status-filter.tsx';
import { anyRequestFilters } from './operator-requests-route.ts';

interface OperatorRequestFiltersProps {
  readonly filters: AnyRequestFilters;
  /** What has been loaded: its models, engines and organizations are offered. */
  readonly rows: readonly AnyRequest[];
}

/** Applies at once. Kept in the address, so that what was found can be passed on. */
export function OperatorRequestFilters({ filters, rows }: OperatorRequestFiltersProps) {
  const navigate = useNavigate({ from: '/operator/requests' });
  const set = (changes: Readonly<Record<string, string>>) =>
    void navigate({ search: anyRequestFilters({ ...filters, ...changes }), replace: true });
  const suggest = (
    name: 'code' | 'model' | 'engine' | 'organization',
    label: string,
    choiceOf: (row: AnyRequest) => Choice | null,
  ) => (
    <FilterChoice
      label={label}
      chosen={filters[name]}
      choices={choicesOf(rows, choiceOf)}
      onChoose={(value) => set({ [name]: value })}
    />
  );
  const words = requestStrings.filters;
  return (
    <FilterBar
      active={Object.keys(filters).length}
      onClear={() => void navigate({ search: {}, replace: true })}
    >
      <StatusFilter chosen={filters.status} onChoose={(status) => set({ status })} />
      {suggest('code', words.code, ({ error_code: code }) => named(code))}
      {suggest('model', words.model, ({ model }) => named(model))}
      {suggest('engine', operatorStrings.requests.engine, ({ engine }) => named(engine))}
      {suggest('organization', operatorStrings.requests.facts.organization, (row) => ({
        id: row.organization_id,
        name: row.organization_name,
      }))}
    </FilterBar>
  );
}

function named(id: string | null): Choice | null {
  return id === null ? null : { id, name: id };
}

function choicesOf(
  rows: readonly AnyRequest[],
  choiceOf: (row: AnyRequest) => Choice | null,
): readonly Choice[] {
  const seen = new Map(
    rows.map(choiceOf).flatMap((choice) => (choice ? [[choice.id, choice] as const] : [])),
  );
  return [...seen.values()].toSorted((a, b) => a.name.localeCompare(b.name));
}

import type { Me } from '@svc/contract';
import { modelCatalogStrings } from '../../strings/model-catalog.ts';
import { FilterBar } from '../../ui/form/filter-bar.tsx';
import { FilterSelect } from '../../ui/form/filter-control.tsx';
import { NamedOptions, ValueOptions } from '../../ui/form/named-options.tsx';
import { SearchField } from '../../ui/form/search-field.tsx';
import { FILTER_CAPABILITIES } from './model-filter.ts';
import { modelsRoute, parseModelsSearch } from './models-route.ts';

const { filters: words, capabilities: names } = modelCatalogStrings;

interface ModelFilterBarProps {
  readonly workspaceId: string;
  readonly workspaces: Me['workspaces'];
}

/** What is chosen is part of the address. */
export function ModelFilterBar({ workspaceId, workspaces }: ModelFilterBarProps) {
  const filters = modelsRoute.useSearch();
  const navigate = modelsRoute.useNavigate();
  const change = (changed: Readonly<Partial<Record<keyof typeof filters, string>>>) =>
    void navigate({ search: (before) => parseModelsSearch({ ...before, ...changed }), replace: true });
  return (
    <FilterBar
      active={filters.can ? 1 : 0}
      onClear={() => change({ can: '' })}
      search={
        <SearchField
          label={words.search}
          placeholder={words.searchPlaceholder}
          value={filters.search ?? ''}
          onSearch={(text) => change({ search: text })}
        />
      }
    >
      <FilterSelect label={words.capability} value={filters.can ?? ''} onChoose={(can) => change({ can })}>
        <option value="">{words.any}</option>
        <ValueOptions of={names} values={FILTER_CAPABILITIES} />
      </FilterSelect>
      {workspaces.length > 1 && (
        <FilterSelect
          label={words.workspace}
          value={workspaceId}
          none={workspaceId}
          onChoose={(workspace) => change({ workspace })}
        >
          <NamedOptions of={workspaces} />
        </FilterSelect>
      )}
    </FilterBar>
  );
}

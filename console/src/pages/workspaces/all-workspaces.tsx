import type { Workspace } from '@svc/contract';
import { Boxes, SearchX } from 'lucide-react';
import { usePagedList } from '../../api/pages.ts';
import { workspaceList } from '../../api/workspaces.ts';
import { workspaceStrings as words } from '../../strings/workspaces.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { CheckField } from '../../ui/form/check-field.tsx';
import { FilterBar } from '../../ui/form/filter-bar.tsx';
import { FilterSort } from '../../ui/form/filter-sort.tsx';
import { SearchField } from '../../ui/form/search-field.tsx';
import { sortingOf } from '../../ui/sorting-of.ts';
import { WORKSPACE_COLUMNS } from './workspace-columns.tsx';
import { workspacesRoute, type WorkspacesSearch } from './workspaces-route.ts';

const idOf = (workspace: Workspace) => workspace.id;

/** For who may manage them all. */
export function AllWorkspaces() {
  const { q = '', archived = false, sort = 'name' } = workspacesRoute.useSearch();
  const navigate = workspacesRoute.useNavigate();
  const list = usePagedList(workspaceList({ search: q || undefined, withArchived: archived, sort }));
  const set = (changes: { readonly [Name in keyof WorkspacesSearch]?: WorkspacesSearch[Name] | undefined }) =>
    void navigate({ search: (before) => ({ ...before, ...changes }) as WorkspacesSearch, replace: true });
  const sorting = sortingOf(sort, (chosen) => set({ sort: chosen }));
  const { title, text } = q === '' ? words.empty : words.none;
  return (
    <>
      <FilterBar
        active={archived ? 1 : 0}
        onClear={() => set({ archived: undefined })}
        search={
          <SearchField
            label={words.search}
            placeholder={words.searchHint}
            value={q}
            onSearch={(typed) => set({ q: typed || undefined })}
          />
        }
      >
        <CheckField
          label={words.showArchived}
          checked={archived}
          onChange={({ target }) => set({ archived: target.checked || undefined })}
        />
        <FilterSort columns={WORKSPACE_COLUMNS} sorting={sorting} />
      </FilterBar>
      <DataTable
        label={words.list}
        columns={WORKSPACE_COLUMNS}
        list={list}
        rowKey={idOf}
        sorting={sorting}
        empty={
          <EmptyState icon={q === '' ? Boxes : SearchX} title={title}>
            {text}
          </EmptyState>
        }
      />
    </>
  );
}

import { useQuery } from '@tanstack/react-query';
import type { ApiKey } from '@svc/contract';
import type { KeyStatusFilter } from '../../api/api-keys.ts';
import { actorChoicesOptions } from '../../api/people.ts';
import { useCan, useMe } from '../../api/session.ts';
import { keyStrings } from '../../strings/keys.ts';
import type { Column, Sorting } from '../../ui/column.ts';
import { FilterBar } from '../../ui/form/filter-bar.tsx';
import { FilterChoice } from '../../ui/form/filter-choice.tsx';
import { FilterSelect } from '../../ui/form/filter-control.tsx';
import { FilterSort } from '../../ui/form/filter-sort.tsx';
import { NamedOptions, ValueOptions } from '../../ui/form/named-options.tsx';
import { SearchField } from '../../ui/form/search-field.tsx';
import { keysRoute, type KeysSearch } from './keys-route.ts';
import { withoutSecret } from './without-secret.ts';

const { filters: words } = keyStrings;

interface KeyFiltersProps {
  readonly columns: readonly Column<ApiKey>[];
  readonly sorting: Sorting;
}

/** They are kept in the address, so that a filtered list can be gone back to and passed on. */
export function KeyFilters({ columns, sorting }: KeyFiltersProps) {
  const { q = '', status = 'active', workspace, owner } = keysRoute.useSearch();
  const { workspaces } = useMe();
  const navigate = keysRoute.useNavigate();
  const set = (changes: { readonly [Name in keyof KeysSearch]?: KeysSearch[Name] | undefined }) =>
    void navigate({ search: (before) => ({ ...before, ...changes }) as KeysSearch, replace: true });
  return (
    <FilterBar
      active={[status !== 'active', workspace, owner].filter(Boolean).length}
      onClear={() => set({ status: undefined, workspace: undefined, owner: undefined })}
      search={
        <SearchField
          label={words.search}
          placeholder={words.searchHint}
          value={q}
          onSearch={(text) => set({ q: withoutSecret(text) || undefined })}
        />
      }
    >
      <FilterSelect
        label={words.status}
        value={status}
        none="active"
        onChoose={(chosen) => set({ status: chosen as KeyStatusFilter })}
      >
        <ValueOptions of={words.statuses} />
      </FilterSelect>
      {workspaces.length > 1 && (
        <FilterSelect
          label={words.workspace}
          value={workspace ?? ''}
          onChoose={(chosen) => set({ workspace: chosen || undefined })}
        >
          <option value="">{words.anyWorkspace}</option>
          <NamedOptions of={workspaces} />
        </FilterSelect>
      )}
      <OwnerFilter chosen={owner} onChoose={(id) => set({ owner: id || undefined })} />
      <FilterSort columns={columns} sorting={sorting} />
    </FilterBar>
  );
}

interface OwnerFilterProps {
  /** Id of a person. */
  readonly chosen: string | undefined;
  readonly onChoose: (id: string) => void;
}

/** For those who may know everybody. */
function OwnerFilter(filter: OwnerFilterProps) {
  const can = useCan();
  const mayKnow = can('members.manage');
  const { data: people = [] } = useQuery({ ...actorChoicesOptions, enabled: mayKnow });
  return mayKnow && <FilterChoice label={words.owner} choices={people} {...filter} />;
}

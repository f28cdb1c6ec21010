import type { OrganizationRole, User } from '@svc/contract';
import { memberStrings } from '../../strings/members.ts';
import { shellStrings } from '../../strings/shell.ts';
import type { Column, Sorting } from '../../ui/column.ts';
import { FilterBar } from '../../ui/form/filter-bar.tsx';
import { FilterSelect } from '../../ui/form/filter-control.tsx';
import { FilterSort } from '../../ui/form/filter-sort.tsx';
import { ValueOptions } from '../../ui/form/named-options.tsx';
import { SearchField } from '../../ui/form/search-field.tsx';
import { membersRoute, type MembersSearch } from './members-route.ts';

const { filter: words, statuses } = memberStrings;

interface MemberFiltersProps {
  readonly columns: readonly Column<User>[];
  readonly sorting: Sorting;
}

/** Kept in the address. */
export function MemberFilters({ columns, sorting }: MemberFiltersProps) {
  const { q = '', role, status } = membersRoute.useSearch();
  const navigate = membersRoute.useNavigate();
  const set = (changes: { readonly [Name in keyof MembersSearch]?: MembersSearch[Name] | undefined }) =>
    void navigate({ search: (before) => ({ ...before, ...changes }) as MembersSearch, replace: true });
  return (
    <FilterBar
      active={[role, status].filter(Boolean).length}
      onClear={() => set({ role: undefined, status: undefined })}
      search={
        <SearchField
          label={words.search}
          placeholder={words.searchHint}
          value={q}
          onSearch={(text) => set({ q: text || undefined })}
        />
      }
    >
      <FilterSelect
        label={words.role}
        value={role ?? ''}
        onChoose={(chosen) => set({ role: (chosen || undefined) as OrganizationRole | undefined })}
      >
        <option value="">{words.any}</option>
        <ValueOptions of={shellStrings.roles} />
      </FilterSelect>
      <FilterSelect
        label={words.status}
        value={status ?? ''}
        onChoose={(chosen) => set({ status: (chosen || undefined) as User['status'] | undefined })}
      >
        <option value="">{words.any}</option>
        <ValueOptions of={statuses} />
      </FilterSelect>
      <FilterSort columns={columns} sorting={sorting} />
    </FilterBar>
  );
}

import type { User } from '@svc/contract';
import { SearchX } from 'lucide-react';
import { useState } from 'react';
import { usePagedList } from '../../api/pages.ts';
import { userList } from '../../api/people.ts';
import { memberStrings as words } from '../../strings/members.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { sortingOf } from '../../ui/sorting-of.ts';
import { ChangeRoleDialog } from './change-role-dialog.tsx';
import { useMemberColumns } from './member-columns.tsx';
import { MemberFilters } from './member-filters.tsx';
import { MemberOriginDialog } from './member-origin-dialog.tsx';
import { membersRoute, userFilters } from './members-route.ts';
import { RemoveMemberDialog } from './remove-member-dialog.tsx';

const idOf = (user: User) => user.id;

/** What is open over the list. */
type Open = { readonly show: User } | { readonly change: User } | { readonly remove: User } | undefined;

export function MembersTab() {
  const filters = userFilters(membersRoute.useSearch());
  const list = usePagedList(userList(filters));
  const navigate = membersRoute.useNavigate();
  const sorting = sortingOf(
    filters.sort,
    (sort) => void navigate({ search: (before) => ({ ...before, sort }), replace: true }),
  );
  const [open, setOpen] = useState<Open>();
  const columns = useMemberColumns({
    onShowOrigin: (show) => setOpen({ show }),
    onChangeRole: (change) => setOpen({ change }),
    onRemove: (remove) => setOpen({ remove }),
  });
  const close = () => setOpen(undefined);
  const empty = (
    <EmptyState icon={SearchX} title={words.empty.title}>
      {words.empty.text}
    </EmptyState>
  );
  return (
    <div className="flex flex-col gap-4">
      <MemberFilters columns={columns} sorting={sorting} />
      <DataTable
        label={words.list}
        columns={columns}
        list={list}
        rowKey={idOf}
        empty={empty}
        sorting={sorting}
      />
      {open && 'show' in open && <MemberOriginDialog user={open.show} onClose={close} />}
      {open && 'change' in open && <ChangeRoleDialog user={open.change} onClose={close} />}
      {open && 'remove' in open && <RemoveMemberDialog user={open.remove} onClose={close} />}
    </div>
  );
}

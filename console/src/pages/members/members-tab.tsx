import { useNavigate } from '@tanstack/react-router';
import type { OrganizationRole, User } from '@svc/contract';
import { Users } from 'lucide-react';
import { useState } from 'react';
import { usePagedList } from '../../api/pages.ts';
import { userList } from '../../api/people.ts';
import { memberStrings as words } from '../../strings/members.ts';
import { shellStrings } from '../../strings/shell.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SelectField } from '../../ui/form/text-field.tsx';
import { ChangeRoleDialog } from './change-role-dialog.tsx';
import { useMemberColumns } from './member-columns.tsx';
import { membersRoute } from './members-route.ts';
import { RemoveMemberDialog } from './remove-member-dialog.tsx';

const idOf = (user: User) => user.id;

/** What is open over the list. */
type Open = { readonly change: User } | { readonly remove: User } | undefined;

export function MembersTab() {
  const { role } = membersRoute.useSearch();
  const list = usePagedList(userList(role));
  const [open, setOpen] = useState<Open>();
  const columns = useMemberColumns({
    onChangeRole: (change) => setOpen({ change }),
    onRemove: (remove) => setOpen({ remove }),
  });
  const close = () => setOpen(undefined);
  const empty = (
    <EmptyState icon={Users} title={words.empty.title}>
      {words.empty.text}
    </EmptyState>
  );
  return (
    <div className="flex flex-col gap-4">
      <RoleFilter role={role} />
      <DataTable label={words.list} columns={columns} list={list} rowKey={idOf} empty={empty} />
      {open && 'change' in open && <ChangeRoleDialog user={open.change} onClose={close} />}
      {open && 'remove' in open && <RemoveMemberDialog user={open.remove} onClose={close} />}
    </div>
  );
}

function RoleFilter({ role }: { readonly role: OrganizationRole | undefined }) {
  const navigate = useNavigate({ from: '/members' });
  const choose = (chosen: string) =>
    void navigate({ search: chosen === '' ? {} : { role: chosen as OrganizationRole } });
  return (
    <div className="max-w-56">
      <SelectField
        label={words.filter.role}
        value={role ?? ''}
        onChange={({ target }) => choose(target.value)}
      >
        <option value="">{words.filter.any}</option>
        {Object.entries(shellStrings.roles).map(([one, name]) => (
          <option key={one} value={one}>
            {name}
          </option>
        ))}
      </SelectField>
    </div>
  );
}

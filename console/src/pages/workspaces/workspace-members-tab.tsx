import type { WorkspaceMember } from '@svc/contract';
import { useQuery } from '@tanstack/react-query';
import { UserCog, UserMinus, UserPlus, Users } from 'lucide-react';
import { useState } from 'react';
import { usePagedList } from '../../api/pages.ts';
import { userChoicesOptions } from '../../api/people.ts';
import { useCan } from '../../api/session.ts';
import { workspaceMemberList } from '../../api/workspaces.ts';
import { workspaceRoleStrings } from '../../strings/members.ts';
import { workspaceStrings } from '../../strings/workspaces.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { MenuItem, MenuSeparator } from '../../ui/overlay/menu.tsx';
import { RowMenu } from '../../ui/overlay/row-menu.tsx';
import { Ago } from '../../ui/text/time.tsx';
import { AddWorkspaceMemberDialog } from './add-workspace-member-dialog.tsx';
import { ChangeWorkspaceRoleDialog, RemoveWorkspaceMemberDialog } from './workspace-member-dialogs.tsx';

const { members: words } = workspaceStrings;
const { columns: heads } = words;
const idOf = (member: WorkspaceMember) => member.user_id;

/** What is open over the list. */
type Open = 'add' | { readonly change: WorkspaceMember } | { readonly remove: WorkspaceMember } | undefined;

/** The name for a member's id if the person may see members, else the id. */
function useNames(): (id: string) => string {
  const can = useCan();
  const { data = [] } = useQuery({ ...userChoicesOptions, enabled: can('members.manage') });
  return (id) => data.find((user) => user.id === id)?.name ?? id;
}

export function WorkspaceMembersTab({ workspaceId }: { readonly workspaceId: string }) {
  const list = usePagedList(workspaceMemberList(workspaceId));
  const [open, setOpen] = useState<Open>();
  const nameOf = useNames();
  const close = () => setOpen(undefined);
  const empty = (
    <EmptyState icon={Users} title={words.empty.title}>
      {words.empty.text}
    </EmptyState>
  );
  return (
    <div className="flex flex-col gap-4">
      <div className="flex justify-end">
        <Button icon={UserPlus} onClick={() => setOpen('add')}>
          {words.add.action}
        </Button>
      </div>
      <DataTable
        label={words.list}
        columns={memberColumns(nameOf, setOpen)}
        list={list}
        rowKey={idOf}
        empty={empty}
      />
      {open === 'add' && <AddWorkspaceMemberDialog workspaceId={workspaceId} onClose={close} />}
      {typeof open === 'object' && 'change' in open && (
        <ChangeWorkspaceRoleDialog member={open.change} name={nameOf(open.change.user_id)} onClose={close} />
      )}
      {typeof open === 'object' && 'remove' in open && (
        <RemoveWorkspaceMemberDialog
          member={open.remove}
          name={nameOf(open.remove.user_id)}
          onClose={close}
        />
      )}
    </div>
  );
}

function memberColumns(
  nameOf: (id: string) => string,
  open: (what: Open) => void,
): readonly Column<WorkspaceMember>[] {
  return [
    {
      header: heads.name,
      cell: ({ user_id: id }) => <span className="font-medium">{nameOf(id)}</span>,
    },
    { header: heads.role, width: 'w-44', wide: true, cell: ({ role }) => workspaceRoleStrings[role] },
    { header: heads.added, width: 'w-36', wide: true, cell: ({ added_at: at }) => <Ago at={at} /> },
    {
      header: heads.actions,
      hiddenHeader: true,
      width: 'w-16 md:w-20',
      align: 'right',
      cell: (member) => (
        <RowMenu label={words.actions(nameOf(member.user_id))}>
          <MenuItem icon={UserCog} onSelect={() => open({ change: member })}>
            {words.change.action}
          </MenuItem>
          <MenuSeparator />
          <MenuItem icon={UserMinus} danger onSelect={() => open({ remove: member })}>
            {words.remove.action}
          </MenuItem>
        </RowMenu>
      ),
    },
  ];
}

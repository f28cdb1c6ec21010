import { useQueryClient } from '@tanstack/react-query';
import type { Group } from '@svc/contract';
import { Pencil, Plus, Trash2, UsersRound } from 'lucide-react';
import { useState } from 'react';
import { deleteGroup, groupList, GROUPS } from '../../api/groups.ts';
import { usePagedList } from '../../api/pages.ts';
import { groupStrings as words } from '../../strings/members.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { MenuItem, MenuSeparator } from '../../ui/overlay/menu.tsx';
import { RowMenu } from '../../ui/overlay/row-menu.tsx';
import { Ago } from '../../ui/text/time.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { GroupDialog } from './group-dialog.tsx';

const { columns: heads } = words;
const idOf = (group: Group) => group.id;

interface GroupActions {
  readonly onEdit: (group: Group) => void;
  readonly onDelete: (group: Group) => void;
}

function groupColumns(actions: GroupActions): readonly Column<Group>[] {
  return [
    { header: heads.name, cell: ({ name }) => <span className="font-medium">{name}</span> },
    { header: heads.members, width: 'w-36', cell: ({ user_ids: users }) => words.count(users.length) },
    { header: heads.made, width: 'w-36', wide: true, cell: ({ created_at: at }) => <Ago at={at} /> },
    {
      header: heads.actions,
      hiddenHeader: true,
      width: 'w-16 md:w-20',
      align: 'right',
      cell: (group) => (
        <RowMenu label={words.actions(group.name)}>
          <MenuItem icon={Pencil} onSelect={() => actions.onEdit(group)}>
            {words.edit.action}
          </MenuItem>
          <MenuSeparator />
          <MenuItem icon={Trash2} danger onSelect={() => actions.onDelete(group)}>
            {words.remove.action}
          </MenuItem>
        </RowMenu>
      ),
    },
  ];
}

/** What is open over the list. */
type Open = 'create' | { readonly edit: Group } | { readonly remove: Group } | undefined;

export function GroupsTab() {
  const list = usePagedList(groupList());
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const columns = groupColumns({
    onEdit: (edit) => setOpen({ edit }),
    onDelete: (remove) => setOpen({ remove }),
  });
  const create = (
    <Button icon={Plus} onClick={() => setOpen('create')}>
      {words.create.action}
    </Button>
  );
  const empty = (
    <EmptyState icon={UsersRound} title={words.empty.title}>
      {words.empty.text}
    </EmptyState>
  );
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-quiet">{words.lead}</p>
        {create}
      </div>
      <DataTable label={words.list} columns={columns} list={list} rowKey={idOf} empty={empty} />
      {open === 'create' && <GroupDialog onClose={close} />}
      {typeof open === 'object' && 'edit' in open && <GroupDialog group={open.edit} onClose={close} />}
      {typeof open === 'object' && 'remove' in open && (
        <DeleteGroupDialog group={open.remove} onClose={close} />
      )}
    </div>
  );
}

function DeleteGroupDialog({ group, onClose }: { readonly group: Group; readonly onClose: () => void }) {
  const queries = useQueryClient();
  const remove = async () => {
    await deleteGroup(group.id);
    await queries.invalidateQueries({ queryKey: GROUPS });
    toast(words.remove.done);
  };
  return (
    <ConfirmDialog
      title={words.remove.title(group.name)}
      open
      onClose={onClose}
      onConfirm={remove}
      action={words.remove.action}
    >
      <p>{words.remove.text}</p>
    </ConfirmDialog>
  );
}

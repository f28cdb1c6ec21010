import type { DirectoryGroup } from '@svc/contract';
import { Pencil, Users } from 'lucide-react';
import { useState } from 'react';
import { directoryGroupList } from '../../api/directory-sync.ts';
import { usePagedList } from '../../api/pages.ts';
import { useMe } from '../../api/session.ts';
import { directorySyncStrings } from '../../strings/directory-sync.ts';
import { workspaceRoleStrings } from '../../strings/members.ts';
import { shellStrings } from '../../strings/shell.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { MenuItem } from '../../ui/overlay/menu.tsx';
import { RowMenu } from '../../ui/overlay/row-menu.tsx';
import { Card } from '../../ui/page.tsx';
import { formatCount } from '../../ui/text/format.ts';
import { Ago } from '../../ui/text/time.tsx';
import { GroupRolesDialog } from './group-roles-dialog.tsx';

const { groups: words } = directorySyncStrings;
const { columns: heads } = words;

function columnsOf(onEdit: (group: DirectoryGroup) => void): readonly Column<DirectoryGroup>[] {
  return [
    { header: heads.name, cell: ({ display_name: name }) => <span className="font-medium">{name}</span> },
    {
      header: heads.members,
      width: 'w-28',
      align: 'right',
      wide: true,
      cell: ({ member_count: count }) => formatCount(count),
    },
    { header: heads.gives, width: 'w-64', cell: (group) => <Given group={group} /> },
    { header: heads.updated, width: 'w-36', wide: true, cell: ({ updated_at: at }) => <Ago at={at} /> },
    {
      header: heads.actions,
      hiddenHeader: true,
      width: 'w-16 md:w-20',
      align: 'right',
      cell: (group) => (
        <RowMenu label={words.actions(group.display_name)}>
          <MenuItem icon={Pencil} onSelect={() => onEdit(group)}>
            {words.edit}
          </MenuItem>
        </RowMenu>
      ),
    },
  ];
}

function Given({ group: { role, workspaces: grants } }: { readonly group: DirectoryGroup }) {
  const { workspaces } = useMe();
  const nameOf = (id: string) => workspaces.find((one) => one.id === id)?.name ?? id;
  const given = [
    ...(role ? [shellStrings.roles[role]] : []),
    ...grants.map((grant) => `${nameOf(grant.workspace_id)} (${workspaceRoleStrings[grant.role]})`),
  ];
  return given.length > 0 ? given.join(', ') : <span className="text-quiet">{words.nothing}</span>;
}

export function GroupsCard() {
  const list = usePagedList(directoryGroupList());
  const [editing, setEditing] = useState<DirectoryGroup>();
  return (
    <Card title={words.title} lead={words.lead}>
      <DataTable
        label={words.list}
        columns={columnsOf(setEditing)}
        list={list}
        rowKey={({ id }) => id}
        empty={
          <EmptyState icon={Users} title={words.empty.title}>
            {words.empty.text}
          </EmptyState>
        }
      />
      {editing && <GroupRolesDialog group={editing} onClose={() => setEditing(undefined)} />}
    </Card>
  );
}

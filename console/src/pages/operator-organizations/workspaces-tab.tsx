import type { ManagedWorkspace } from '@svc/contract';
import { Boxes } from 'lucide-react';
import { COUNTED_AT_MOST } from '../../api/contract-limits.ts';
import { managedWorkspaceList } from '../../api/operator-resources.ts';
import { usePagedList } from '../../api/pages.ts';
import { operatorResourceStrings } from '../../strings/operator-resources.ts';
import { Badge } from '../../ui/badge.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Ago } from '../../ui/text/time.tsx';
import { Usd } from '../../ui/text/usd.tsx';
import { CountText } from '../../ui/text/count-text.tsx';

const { workspaces: words } = operatorResourceStrings;
const { columns: heads } = words;
const idOf = ({ id }: ManagedWorkspace) => id;

const COLUMNS: readonly Column<ManagedWorkspace>[] = [
  {
    header: heads.name,
    cell: ({ name, is_default: isDefault, archived_at: archivedAt }) => (
      <span className="flex min-w-0 flex-wrap items-center gap-2">
        <span className="min-w-0 font-medium break-words">{name}</span>
        {isDefault && <Badge>{words.default}</Badge>}
        {archivedAt !== null && <Badge tone="warn">{words.archived}</Badge>}
      </span>
    ),
  },
  {
    header: heads.keys,
    width: 'w-28',
    wide: true,
    align: 'right',
    cell: (one) => <CountText count={one.active_keys} most={COUNTED_AT_MOST.workspaces} />,
  },
  {
    header: heads.members,
    width: 'w-28',
    wide: true,
    align: 'right',
    cell: (one) => <CountText count={one.members} most={COUNTED_AT_MOST.workspaces} />,
  },
  { header: heads.spent, width: 'w-36', align: 'right', cell: (one) => <Usd amount={one.spent_usd} /> },
  {
    header: heads.limit,
    width: 'w-32',
    wide: true,
    align: 'right',
    cell: ({ spend_limit_usd: limit }) => (limit === null ? words.noLimit : <Usd amount={limit} />),
  },
  {
    header: heads.created,
    width: 'w-36',
    wide: true,
    cell: (one) => (
      <span className="text-quiet">
        <Ago at={one.created_at} />
      </span>
    ),
  },
];

export function WorkspacesTab({ organizationId }: { readonly organizationId: string }) {
  const list = usePagedList(managedWorkspaceList(organizationId));
  const empty = (
    <EmptyState icon={Boxes} title={words.empty.title}>
      {words.empty.text}
    </EmptyState>
  );
  return <DataTable label={words.list} columns={COLUMNS} list={list} rowKey={idOf} empty={empty} />;
}

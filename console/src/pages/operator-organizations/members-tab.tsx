import type { User } from '@svc/contract';
import { Users } from 'lucide-react';
import { managedMemberList } from '../../api/operator-organizations.ts';
import { usePagedList } from '../../api/pages.ts';
import { operatorStrings } from '../../strings/operator.ts';
import { shellStrings } from '../../strings/shell.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Ago } from '../../ui/text/time.tsx';
import { TwoLines } from '../../ui/two-lines.tsx';

const { members: words } = operatorStrings.organization;
const idOf = ({ id }: User) => id;

const COLUMNS: readonly Column<User>[] = [
  { header: words.columns.name, cell: ({ name, email }) => <TwoLines first={name} second={email} /> },
  { header: words.columns.role, width: 'w-36', cell: ({ role }) => shellStrings.roles[role] },
  {
    header: words.columns.active,
    width: 'w-40',
    wide: true,
    cell: ({ last_active_at: at }) => (
      <span className="text-quiet">{at === null ? words.never : <Ago at={at} />}</span>
    ),
  },
];

export function MembersTab({ organizationId }: { readonly organizationId: string }) {
  const list = usePagedList(managedMemberList(organizationId));
  const empty = (
    <EmptyState icon={Users} title={words.none.title}>
      {words.none.text}
    </EmptyState>
  );
  return <DataTable label={words.list} columns={COLUMNS} list={list} rowKey={idOf} empty={empty} />;
}

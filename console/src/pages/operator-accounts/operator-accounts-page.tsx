import type { OperatorAccount } from '@svc/contract';
import { Users } from 'lucide-react';
import { operatorAccountList } from '../../api/operator-accounts.ts';
import { usePagedList } from '../../api/pages.ts';
import { operatorAccountStrings as words } from '../../strings/operator-accounts.ts';
import { operatorStrings } from '../../strings/operator.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { formatCount } from '../../ui/text/format.ts';
import { Ago } from '../../ui/text/time.tsx';
import { TwoLines } from '../../ui/two-lines.tsx';

const { columns: heads } = words;
const idOf = ({ id }: OperatorAccount) => id;

const TONES: Readonly<Record<OperatorAccount['second_factor'], Tone>> = {
  set_up: 'good',
  provider: 'good',
  link_sent: 'neutral',
  link_expired: 'warn',
};

const COLUMNS: readonly Column<OperatorAccount>[] = [
  { header: heads.name, cell: ({ name, email }) => <TwoLines first={name} second={email} /> },
  { header: heads.role, width: 'w-28', cell: ({ role }) => operatorStrings.roles[role] },
  { header: heads.signIn, width: 'w-36', wide: true, cell: ({ sign_in: way }) => words.ways[way] },
  {
    header: heads.factor,
    width: 'w-44',
    wide: true,
    cell: ({ second_factor: factor }) => <Badge tone={TONES[factor]}>{words.factors[factor]}</Badge>,
  },
  {
    header: heads.signIns,
    width: 'w-32',
    wide: true,
    align: 'right',
    cell: ({ active_sign_ins: count }) => formatCount(count),
  },
  {
    header: heads.last,
    width: 'w-40',
    wide: true,
    cell: ({ last_sign_in_at: at }) => (
      <span className="text-quiet">{at === null ? words.never : <Ago at={at} />}</span>
    ),
  },
];

export function OperatorAccountsPage() {
  const list = usePagedList(operatorAccountList());
  const empty = (
    <EmptyState icon={Users} title={words.empty.title}>
      {words.empty.text}
    </EmptyState>
  );
  return (
    <Page lead={words.lead}>
      <DataTable label={words.list} columns={COLUMNS} list={list} rowKey={idOf} empty={empty} />
    </Page>
  );
}

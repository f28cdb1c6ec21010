import { useQuery } from '@tanstack/react-query';
import type { OrganizationSpendLimit, SpendLimit } from '@svc/contract';
import { PiggyBank } from 'lucide-react';
import { useState } from 'react';
import { managedSpendLimitList, managedSpendLimitOptions } from '../../api/operator-resources.ts';
import { useMayChange } from '../../api/operator-session.ts';
import { usePagedList } from '../../api/pages.ts';
import { operatorResourceStrings } from '../../strings/operator-resources.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Card } from '../../ui/page.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { formatDay } from '../../ui/text/format-time.ts';
import { Usd } from '../../ui/text/usd.tsx';
import { SpendLimitDialog } from './spend-limit-dialog.tsx';

const { spend: words } = operatorResourceStrings;
const { columns: heads } = words;
const idOf = ({ id }: SpendLimit) => id;

const COLUMNS: readonly Column<SpendLimit>[] = [
  { header: heads.of, width: 'w-36', cell: ({ scope }) => words.scopes[scope.type] },
  {
    header: heads.id,
    wide: true,
    cell: ({ scope }) => (
      <code className="font-mono text-[13px] break-all text-quiet">
        {scope.workspace_id ?? scope.user_id ?? scope.group_id}
      </code>
    ),
  },
  { header: heads.spent, width: 'w-36', align: 'right', cell: (one) => <Usd amount={one.spent_usd} /> },
  { header: heads.limit, width: 'w-28', align: 'right', cell: (one) => <Usd amount={one.limit_usd} /> },
];

/** The cap of the whole organization, which operators set, and those of its parts. */
export function SpendTab({ organizationId }: { readonly organizationId: string }) {
  const list = usePagedList(managedSpendLimitList(organizationId));
  const empty = (
    <EmptyState icon={PiggyBank} title={words.empty.title}>
      {words.empty.text}
    </EmptyState>
  );
  return (
    <div className="flex flex-col gap-4">
      <OrganizationLimit organizationId={organizationId} />
      <DataTable label={words.list} columns={COLUMNS} list={list} rowKey={idOf} empty={empty} />
    </div>
  );
}

function OrganizationLimit({ organizationId }: { readonly organizationId: string }) {
  const { data: limit, error, refetch } = useQuery(managedSpendLimitOptions(organizationId));
  const mayChange = useMayChange();
  const [isEditing, setIsEditing] = useState(false);
  return (
    <Card
      title={words.title}
      lead={words.lead}
      actions={limit && mayChange && <Button onClick={() => setIsEditing(true)}>{words.edit}</Button>}
    >
      {limit && <Facts facts={factsOf(limit)} />}
      {!limit &&
        (error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <SkeletonLines lines={2} />)}
      {limit && isEditing && <SpendLimitDialog limit={limit} onClose={() => setIsEditing(false)} />}
    </Card>
  );
}

function factsOf({ limit_usd: limitUsd, spent_usd: spentUsd, resets_at: resetsAt }: OrganizationSpendLimit) {
  return {
    [words.limit]: limitUsd === null ? words.none : <Usd amount={limitUsd} />,
    [words.spent]: <Usd amount={spentUsd} />,
    [words.resets]: formatDay(resetsAt),
  };
}

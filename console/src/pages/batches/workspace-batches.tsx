import { Link, useNavigate } from '@tanstack/react-router';
import type { Batch, BatchStatus, Me } from '@svc/contract';
import { Layers } from 'lucide-react';
import { batchList, doneOf, type BatchFilters } from '../../api/batches.ts';
import { usePagedList } from '../../api/pages.ts';
import { batchStrings as words } from '../../strings/batches.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterBar } from '../../ui/form/filter-bar.tsx';
import { FilterSelect } from '../../ui/form/filter-control.tsx';
import { NamedOptions, ValueOptions } from '../../ui/form/named-options.tsx';
import { formatCount } from '../../ui/text/format.ts';
import { Ago } from '../../ui/text/time.tsx';
import { BatchStatusBadge } from './batch-status.tsx';
import { useWorkspaceSearch } from './use-workspace-search.ts';

const { columns: heads } = words;
const idOf = (batch: Batch) => batch.id;
const areRunning = (batches: readonly Batch[]) => batches.some(({ ended_at: endedAt }) => endedAt === null);

const COLUMNS: readonly Column<Batch>[] = [
  { header: heads.id, cell: (batch) => <BatchLink batch={batch} /> },
  { header: heads.status, width: 'w-32', cell: ({ status }) => <BatchStatusBadge status={status} /> },
  {
    header: heads.progress,
    width: 'w-44',
    wide: true,
    align: 'right',
    cell: ({ request_counts: counts }) => words.share(formatCount(doneOf(counts)), formatCount(counts.total)),
  },
  { header: heads.created, width: 'w-36', wide: true, cell: ({ created_at: at }) => <Ago at={at} /> },
];

interface WorkspaceBatchesProps {
  readonly workspaceId: string;
  /** All that one may choose from. */
  readonly workspaces: Me['workspaces'];
  readonly filters: BatchFilters;
}

export function WorkspaceBatches({ workspaceId, workspaces, filters }: WorkspaceBatchesProps) {
  const list = usePagedList(batchList(workspaceId, filters), areRunning);
  const empty = (
    <EmptyState icon={Layers} title={words.empty.title}>
      {filters.status === undefined ? words.empty.text : words.empty.filtered}
    </EmptyState>
  );
  return (
    <>
      <BatchFilterFields workspaceId={workspaceId} workspaces={workspaces} filters={filters} />
      <DataTable label={words.list} columns={COLUMNS} list={list} rowKey={idOf} empty={empty} />
    </>
  );
}

/** They are kept in the address, so that a filtered list can be gone back to and passed on. */
function BatchFilterFields({ workspaceId, workspaces, filters }: WorkspaceBatchesProps) {
  const navigate = useNavigate({ from: '/batches' });
  const setStatus = (status: BatchStatus | undefined) =>
    void navigate({ search: ({ status: _status, ...search }) => (status ? { ...search, status } : search) });
  return (
    <FilterBar active={filters.status ? 1 : 0} onClear={() => setStatus(undefined)}>
      {workspaces.length > 1 && (
        <FilterSelect
          label={words.filters.workspace}
          value={workspaceId}
          none={workspaceId}
          onChoose={(chosen) => void navigate({ search: { ...filters, workspace: chosen } })}
        >
          <NamedOptions of={workspaces} />
        </FilterSelect>
      )}
      <FilterSelect
        label={words.filters.status}
        value={filters.status ?? ''}
        onChoose={(chosen) => setStatus((chosen || undefined) as BatchStatus | undefined)}
      >
        <option value="">{words.filters.anyStatus}</option>
        <ValueOptions of={words.statuses} />
      </FilterSelect>
    </FilterBar>
  );
}

function BatchLink({ batch }: { readonly batch: Batch }) {
  return (
    <Link
      to="/batches/$batchId"
      params={{ batchId: batch.id }}
      search={useWorkspaceSearch(batch.workspace_id)}
      className="row-target truncate rounded font-mono text-[13px]"
    >
      {batch.id}
    </Link>
  );
}

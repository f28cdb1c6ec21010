import { Link } from '@tanstack/react-router';
import type { Batch } from '@svc/contract';
import { doneOf } from '../../api/batches.ts';
import { batchStrings as words } from '../../strings/batches.ts';
import type { Column } from '../../ui/data-table.tsx';
import { formatCount } from '../../ui/text/format.ts';
import { Ago } from '../../ui/text/time.tsx';
import { BatchStatusBadge } from './batch-status.tsx';
import { useWorkspaceSearch } from './use-workspace-search.ts';

const { columns: heads } = words;

export const batchColumns: readonly Column<Batch>[] = [
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

import type { Batch } from '@svc/contract';
import { Layers } from 'lucide-react';
import { batchList } from '../../api/batches.ts';
import { useChosenWorkspace } from '../../api/session.ts';
import { batchStrings as words } from '../../strings/batches.ts';
import { WorkspaceListPage } from '../../ui/workspace-list-page.tsx';
import { batchColumns } from './batch-columns.tsx';
import { BatchFilterFields } from './batch-filter-fields.tsx';
import { batchesRoute } from './batches-route.ts';

const areRunning = (batches: readonly Batch[]) => batches.some(({ ended_at: endedAt }) => endedAt === null);

export function BatchesPage() {
  const { workspace: chosen, ...filters } = batchesRoute.useSearch();
  const { workspace, workspaces } = useChosenWorkspace('batches.manage', chosen);
  return (
    <WorkspaceListPage
      words={words}
      icon={Layers}
      owner={workspace}
      listOf={(workspaceId) => batchList(workspaceId, filters)}
      refreshWhile={areRunning}
      columns={batchColumns}
      emptyText={filters.status && words.empty.filtered}
      filters={
        workspace && (
          <BatchFilterFields workspaceId={workspace.id} workspaces={workspaces} filters={filters} />
        )
      }
    />
  );
}

import { Boxes } from 'lucide-react';
import { useChosenWorkspace } from '../../api/session.ts';
import { batchStrings as words } from '../../strings/batches.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { batchesRoute } from './batches-route.ts';
import { WorkspaceBatches } from './workspace-batches.tsx';

export function BatchesPage() {
  const { workspace: chosen, ...filters } = batchesRoute.useSearch();
  const { workspace, workspaces } = useChosenWorkspace('batches.manage', chosen);
  return (
    <Page title={words.title} lead={words.lead}>
      {workspace ? (
        <WorkspaceBatches
          key={workspace.id}
          workspaceId={workspace.id}
          workspaces={workspaces}
          filters={filters}
        />
      ) : (
        <EmptyState icon={Boxes} title={words.noWorkspace.title}>
          {words.noWorkspace.text}
        </EmptyState>
      )}
    </Page>
  );
}

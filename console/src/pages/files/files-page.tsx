import { Boxes } from 'lucide-react';
import { useChosenWorkspace } from '../../api/session.ts';
import { fileStrings as words } from '../../strings/files.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { filesRoute } from './files-route.ts';
import { WorkspaceFiles } from './workspace-files.tsx';

export function FilesPage() {
  const { workspace: chosen, ...filters } = filesRoute.useSearch();
  const { workspace, workspaces } = useChosenWorkspace('files.manage', chosen);
  if (!workspace) {
    return (
      <Page title={words.title} lead={words.lead}>
        <EmptyState icon={Boxes} title={words.noWorkspace.title}>
          {words.noWorkspace.text}
        </EmptyState>
      </Page>
    );
  }
  return (
    <WorkspaceFiles key={workspace.id} workspace={workspace} workspaces={workspaces} filters={filters} />
  );
}

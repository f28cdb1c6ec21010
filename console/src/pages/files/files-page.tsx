import { Boxes } from 'lucide-react';
import { useMe } from '../../api/session.ts';
import { fileStrings as words } from '../../strings/files.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { filesRoute } from './files-route.ts';
import { WorkspaceFiles } from './workspace-files.tsx';

export function FilesPage() {
  const { workspace: chosen, ...filters } = filesRoute.useSearch();
  const workspaces = useMe().workspaces.filter(({ permissions }) => permissions['files.manage']);
  const workspace =
    workspaces.find(({ id }) => id === chosen) ?? workspaces.find((one) => one.is_default) ?? workspaces[0];
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

import { Boxes } from 'lucide-react';
import { useChosenWorkspace } from '../../api/session.ts';
import { templateStrings as words } from '../../strings/templates.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { templatesRoute } from './templates-route.ts';
import { WorkspaceTemplates } from './workspace-templates.tsx';

export function TemplatesPage() {
  const { workspaces, workspace } = useChosenWorkspace(
    'prompts.manage',
    templatesRoute.useSearch().workspace,
  );
  if (!workspace) {
    return (
      <Page title={words.title} lead={words.lead}>
        <EmptyState icon={Boxes} title={words.noWorkspace.title}>
          {words.noWorkspace.text}
        </EmptyState>
      </Page>
    );
  }
  return <WorkspaceTemplates key={workspace.id} workspace={workspace} workspaces={workspaces} />;
}

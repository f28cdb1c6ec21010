import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Bot, Plus } from 'lucide-react';
import { useState } from 'react';
import { agentList } from '../../api/agents.ts';
import { chatModelsOptions } from '../../api/models.ts';
import { useChosenWorkspace } from '../../api/session.ts';
import { agentStrings as words } from '../../strings/agents.ts';
import { CheckField } from '../../ui/form/check-field.tsx';
import { OwnerField, WorkspaceListPage } from '../../ui/workspace-list-page.tsx';
import { agentColumns } from './agent-columns.tsx';
import { AgentDialog } from './agent-dialog.tsx';
import { agentsRoute } from './agents-route.ts';

export function AgentsPage() {
  const search = agentsRoute.useSearch();
  const { workspace, workspaces } = useChosenWorkspace('agents.read', search.workspace);
  const navigate = useNavigate({ from: '/agents' });
  const [isCreating, setIsCreating] = useState(false);
  const isManager = workspace?.permissions['agents.manage'] !== undefined;
  // Ahead, so that the dialog opens at once.
  useQuery({ ...chatModelsOptions(workspace?.id ?? ''), enabled: isManager });
  const withArchived = search.archived !== undefined;
  const listed = (archived: boolean) => ({
    ...(workspace && { workspace: workspace.id }),
    ...(archived && { archived: 'true' }),
  });
  return (
    <WorkspaceListPage
      words={words}
      icon={Bot}
      owner={workspace}
      listOf={(id) => agentList(id, withArchived)}
      columns={agentColumns}
      {...(isManager && {
        action: { icon: Plus, label: words.form.create, onAct: () => setIsCreating(true) },
      })}
      filters={
        <>
          <OwnerField
            label={words.workspace}
            owner={workspace}
            owners={workspaces}
            onChoose={(id) => void navigate({ search: { ...search, workspace: id } })}
          />
          <CheckField
            label={words.showArchived}
            checked={withArchived}
            onChange={({ target }) => void navigate({ search: listed(target.checked) })}
          />
        </>
      }
    >
      {isCreating && workspace && (
        <AgentDialog workspaceId={workspace.id} onClose={() => setIsCreating(false)} />
      )}
    </WorkspaceListPage>
  );
}

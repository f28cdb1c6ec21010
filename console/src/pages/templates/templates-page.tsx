import { useNavigate } from '@tanstack/react-router';
import { FileText, Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { templateList } from '../../api/prompts.ts';
import { useChosenWorkspace } from '../../api/session.ts';
import { templateStrings as words } from '../../strings/templates.ts';
import { OwnerField, WorkspaceListPage } from '../../ui/workspace-list-page.tsx';
import { templateColumns } from './template-columns.tsx';
import { templatesRoute } from './templates-route.ts';
import { VersionDialog } from './version-dialog.tsx';

export function TemplatesPage() {
  const { workspace: chosen } = templatesRoute.useSearch();
  const { workspace, workspaces } = useChosenWorkspace('prompts.manage', chosen);
  const workspaceId = workspace?.id ?? '';
  const navigate = useNavigate({ from: '/templates' });
  const [isCreating, setIsCreating] = useState(false);
  const columns = useMemo(() => templateColumns(workspaceId), [workspaceId]);
  return (
    <WorkspaceListPage
      words={words}
      icon={FileText}
      owner={workspace}
      listOf={templateList}
      columns={columns}
      action={{ icon: Plus, label: words.create.action, onAct: () => setIsCreating(true) }}
      filters={
        <OwnerField
          label={words.workspace}
          owner={workspace}
          owners={workspaces}
          onChoose={(id) => void navigate({ search: { workspace: id } })}
        />
      }
    >
      {isCreating && <VersionDialog workspaceId={workspaceId} onClose={() => setIsCreating(false)} />}
    </WorkspaceListPage>
  );
}

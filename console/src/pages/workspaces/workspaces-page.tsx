import { Plus } from 'lucide-react';
import { useCan, useMe } from '../../api/session.ts';
import { workspaceStrings as words } from '../../strings/workspaces.ts';
import { Button } from '../../ui/button.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { AllWorkspaces } from './all-workspaces.tsx';
import { useRequestedDialog } from '../../ui/overlay/requested-dialog.ts';
import { CreateWorkspaceDialog } from './create-workspace-dialog.tsx';
import { WorkspaceLink } from './workspace-columns.tsx';

export function WorkspacesPage() {
  const can = useCan();
  const [isCreating, setIsCreating] = useRequestedDialog('workspace');
  const mayManage = can('workspaces.manage');
  const create = mayManage && (
    <Button look="primary" icon={Plus} onClick={() => setIsCreating(true)}>
      {words.create.action}
    </Button>
  );
  return (
    <Page lead={words.lead} actions={create}>
      {mayManage ? <AllWorkspaces /> : <OwnWorkspaces />}
      {isCreating && <CreateWorkspaceDialog onClose={() => setIsCreating(false)} />}
    </Page>
  );
}

/** Those a workspace admin runs: the list of all is for administrators of the organization. */
function OwnWorkspaces() {
  const { workspaces } = useMe();
  const own = workspaces.filter(({ permissions }) => permissions['workspaces.run'] !== undefined);
  return (
    <Card>
      <ul className="flex flex-col gap-3">
        {own.map((workspace) => (
          <li key={workspace.id}>
            <WorkspaceLink {...workspace} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

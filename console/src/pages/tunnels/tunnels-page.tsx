import { useNavigate } from '@tanstack/react-router';
import { Cable, Plus } from 'lucide-react';
import { useChosenWorkspace } from '../../api/session.ts';
import { tunnelList } from '../../api/tunnels.ts';
import { tunnelStrings as words } from '../../strings/tunnels.ts';
import { useRequestedDialog } from '../../ui/overlay/requested-dialog.ts';
import { OwnerField, WorkspaceListPage } from '../../ui/workspace-list-page.tsx';
import { CreateTunnelDialog } from './create-tunnel-dialog.tsx';
import { tunnelColumns } from './tunnel-columns.tsx';
import { tunnelsRoute } from './tunnels-route.ts';

export function TunnelsPage() {
  const { workspace, workspaces } = useChosenWorkspace('tunnels.manage', tunnelsRoute.useSearch().workspace);
  const navigate = useNavigate({ from: '/tunnels' });
  const [isCreating, setCreating] = useRequestedDialog('tunnel');
  return (
    <WorkspaceListPage
      words={words}
      icon={Cable}
      owner={workspace}
      listOf={tunnelList}
      columns={tunnelColumns}
      action={{ icon: Plus, label: words.create, onAct: () => setCreating(true) }}
      filters={
        <OwnerField
          label={words.workspace}
          owner={workspace}
          owners={workspaces}
          onChoose={(chosen) => void navigate({ search: { workspace: chosen } })}
        />
      }
    >
      {isCreating && workspace && (
        <CreateTunnelDialog workspaceId={workspace.id} onClose={() => setCreating(false)} />
      )}
    </WorkspaceListPage>
  );
}

import { useNavigate } from '@tanstack/react-router';
import type { Me } from '@svc/contract';
import { Boxes, Cable, Plus } from 'lucide-react';
import { usePagedList } from '../../api/pages.ts';
import { useChosenWorkspace } from '../../api/session.ts';
import { tunnelList } from '../../api/tunnels.ts';
import { tunnelStrings as words } from '../../strings/tunnels.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { NamedOptions } from '../../ui/form/named-options.tsx';
import { SelectField } from '../../ui/form/text-field.tsx';
import { Page } from '../../ui/page.tsx';
import { useRequestedDialog } from '../../ui/overlay/requested-dialog.ts';
import { CreateTunnelDialog } from './create-tunnel-dialog.tsx';
import { tunnelColumns } from './tunnel-columns.tsx';
import { tunnelsRoute } from './tunnels-route.ts';

export function TunnelsPage() {
  const { workspace, workspaces } = useChosenWorkspace('tunnels.manage', tunnelsRoute.useSearch().workspace);
  if (!workspace) {
    return (
      <Page title={words.title} lead={words.lead}>
        <EmptyState icon={Boxes} title={words.noWorkspace.title}>
          {words.noWorkspace.text}
        </EmptyState>
      </Page>
    );
  }
  return <WorkspaceTunnels key={workspace.id} workspaceId={workspace.id} workspaces={workspaces} />;
}

interface WorkspaceTunnelsProps {
  readonly workspaceId: string;
  /** All that one may choose from. */
  readonly workspaces: Me['workspaces'];
}

function WorkspaceTunnels({ workspaceId, workspaces }: WorkspaceTunnelsProps) {
  const navigate = useNavigate({ from: '/tunnels' });
  const list = usePagedList(tunnelList(workspaceId));
  const [isCreating, setCreating] = useRequestedDialog('tunnel');
  const create = (
    <Button look="primary" icon={Plus} onClick={() => setCreating(true)}>
      {words.create}
    </Button>
  );
  const isEmpty = list.status === 'success' && list.rows.length === 0;
  const empty = (
    <EmptyState icon={Cable} title={words.empty.title} action={create}>
      {words.empty.text}
    </EmptyState>
  );
  return (
    <Page title={words.title} lead={words.lead} actions={!isEmpty && create}>
      {workspaces.length > 1 && (
        <div className="max-w-60">
          <SelectField
            label={words.workspace}
            value={workspaceId}
            onChange={({ target }) => void navigate({ search: { workspace: target.value } })}
          >
            <NamedOptions of={workspaces} />
          </SelectField>
        </div>
      )}
      <DataTable
        label={words.list}
        columns={tunnelColumns}
        list={list}
        rowKey={({ id }) => id}
        empty={empty}
      />
      {isCreating && <CreateTunnelDialog workspaceId={workspaceId} onClose={() => setCreating(false)} />}
    </Page>
  );
}

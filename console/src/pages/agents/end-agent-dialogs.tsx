import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { AGENTS, agentPath, type AgentName } from '../../api/agents.ts';
import { call } from '../../api/console-api.ts';
import { refresh } from '../../api/pages.ts';
import { agentStrings } from '../../strings/agents.ts';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { toast } from '../../ui/overlay/toast.tsx';

const { archive, delete: remove } = agentStrings;

interface EndAgentDialogProps {
  readonly agent: AgentName;
  readonly onClose: () => void;
}

export function ArchiveAgentDialog({ agent, onClose }: EndAgentDialogProps) {
  const queries = useQueryClient();
  const confirm = async () => {
    await call('archiveAgent', { path: agentPath(agent) });
    toast(archive.done);
    await refresh(queries, AGENTS);
  };
  return (
    <ConfirmDialog title={archive.title} open onClose={onClose} onConfirm={confirm} action={archive.action}>
      <p>{archive.text}</p>
    </ConfirmDialog>
  );
}

export function DeleteAgentDialog({ agent, onClose }: EndAgentDialogProps) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { workspace_id: workspace } = agent;
  const confirm = async () => {
    await call('deleteAgent', { path: agentPath(agent) });
    toast(remove.done);
    await navigate({ to: '/agents', search: { workspace } });
    await refresh(queries, [...AGENTS, workspace, 'list']);
  };
  return (
    <ConfirmDialog title={remove.title} open onClose={onClose} onConfirm={confirm} action={remove.action}>
      <p>{remove.text}</p>
    </ConfirmDialog>
  );
}

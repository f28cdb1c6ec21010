import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { call } from '../../api/console-api.ts';
import { refresh } from '../../api/pages.ts';
import { tunnelList, type TunnelName, tunnelPath } from '../../api/tunnels.ts';
import { tunnelStrings } from '../../strings/tunnels.ts';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { toast } from '../../ui/overlay/toast.tsx';

const { delete: words } = tunnelStrings;

interface DeleteTunnelDialogProps {
  readonly tunnel: TunnelName;
  readonly onClose: () => void;
}

export function DeleteTunnelDialog({ tunnel, onClose }: DeleteTunnelDialogProps) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { workspace_id: workspace } = tunnel;
  const confirm = async () => {
    await call('deleteTunnel', { path: tunnelPath(tunnel) });
    toast(words.done);
    await navigate({ to: '/tunnels', search: { workspace } });
    await refresh(queries, tunnelList(workspace).queryKey);
  };
  return (
    <ConfirmDialog title={words.title} open onClose={onClose} onConfirm={confirm} action={words.action}>
      <p>{words.text}</p>
    </ConfirmDialog>
  );
}

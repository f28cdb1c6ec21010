import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { SsoConnection } from '@svc/contract';
import { refreshAll } from '../../api/pages.ts';
import { deleteSsoConnection, SSO_CONNECTIONS, updateSsoConnection } from '../../api/single-sign-on.ts';
import { singleSignOnStrings } from '../../strings/single-sign-on.ts';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { toast } from '../../ui/overlay/toast.tsx';

const { disable, delete: remove } = singleSignOnStrings;
/** The organization says whether single sign-on is on. */
const REFRESHED = [SSO_CONNECTIONS, ['organization']];

interface EndConnectionDialogProps {
  readonly connection: SsoConnection;
  readonly onClose: () => void;
}

export function DisableConnectionDialog({ connection: { id, name }, onClose }: EndConnectionDialogProps) {
  const queries = useQueryClient();
  const confirm = async () => {
    await updateSsoConnection(id, { status: 'disabled' });
    toast(disable.done);
    await refreshAll(queries, REFRESHED);
  };
  return (
    <ConfirmDialog
      title={disable.title(name)}
      open
      onClose={onClose}
      onConfirm={confirm}
      action={disable.action}
    >
      <p>{disable.text}</p>
    </ConfirmDialog>
  );
}

export function DeleteConnectionDialog({ connection: { id, name }, onClose }: EndConnectionDialogProps) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const confirm = async () => {
    await deleteSsoConnection(id);
    toast(remove.done);
    await navigate({ to: '/single-sign-on' });
    queries.removeQueries({ queryKey: [...SSO_CONNECTIONS, 'one', id] });
    await refreshAll(queries, REFRESHED);
  };
  return (
    <ConfirmDialog
      title={remove.title(name)}
      open
      onClose={onClose}
      onConfirm={confirm}
      action={remove.action}
    >
      <p>{remove.text}</p>
    </ConfirmDialog>
  );
}

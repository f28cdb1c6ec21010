import { useQueryClient } from '@tanstack/react-query';
import type { Tunnel } from '@svc/contract';
import { call } from '../../api/console-api.ts';
import { refresh } from '../../api/pages.ts';
import { TUNNELS, tunnelPath } from '../../api/tunnels.ts';
import { tunnelStrings } from '../../strings/tunnels.ts';
import { changesOf } from '../../ui/form/changes-of.ts';
import type { FormValues } from '../../ui/form/form.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { settingsOf, TunnelFields } from './tunnel-fields.tsx';

const { form: words } = tunnelStrings;

interface EditTunnelDialogProps {
  readonly tunnel: Tunnel;
  readonly onClose: () => void;
}

export function EditTunnelDialog({ tunnel, onClose }: EditTunnelDialogProps) {
  const queries = useQueryClient();
  const save = async (values: FormValues) => {
    await call('updateTunnel', { path: tunnelPath(tunnel), body: changesOf(tunnel, settingsOf(values)) });
    await refresh(queries, TUNNELS);
    toast(words.saved);
  };
  return (
    <FormDialog title={words.editTitle} submit={words.save} onClose={onClose} onSubmit={save}>
      {(error) => <TunnelFields tunnel={tunnel} error={error} />}
    </FormDialog>
  );
}

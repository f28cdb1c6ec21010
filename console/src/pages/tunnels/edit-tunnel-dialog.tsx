import type { Tunnel } from '@svc/contract';
import { call } from '../../api/console-api.ts';
import { TUNNELS, tunnelPath } from '../../api/tunnels.ts';
import { tunnelStrings } from '../../strings/tunnels.ts';
import { changesOf } from '../../ui/form/changes-of.ts';
import type { FormValues } from '../../ui/form/form.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { settingsOf, TunnelFields } from './tunnel-fields.tsx';

const { form: words } = tunnelStrings;

interface EditTunnelDialogProps {
  readonly tunnel: Tunnel;
  readonly onClose: () => void;
}

export function EditTunnelDialog({ tunnel, onClose }: EditTunnelDialogProps) {
  const save = (values: FormValues) =>
    call('updateTunnel', { path: tunnelPath(tunnel), body: changesOf(tunnel, settingsOf(values)) });
  return (
    <FormDialog
      refreshes={TUNNELS}
      done={words.saved}
      title={words.editTitle}
      submit={words.save}
      onClose={onClose}
      onSubmit={save}
    >
      <TunnelFields tunnel={tunnel} />
    </FormDialog>
  );
}

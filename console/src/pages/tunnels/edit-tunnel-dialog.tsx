import type { Tunnel } from '@svc/contract';
import { call } from '../../api/console-api.ts';
import { TUNNELS, tunnelPath } from '../../api/tunnels.ts';
import { tunnelStrings } from '../../strings/tunnels.ts';
import { changesOf } from '../../ui/form/changes-of.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { tunnelRows } from './tunnel-rows.ts';

const { form: words } = tunnelStrings;

interface EditTunnelDialogProps {
  readonly tunnel: Tunnel;
  readonly onClose: () => void;
}

export function EditTunnelDialog({ tunnel, onClose }: EditTunnelDialogProps) {
  return (
    <FormDialog
      title={words.editTitle}
      submit={words.save}
      rows={tunnelRows(tunnel)}
      onSubmit={(settings) =>
        call('updateTunnel', { path: tunnelPath(tunnel), body: changesOf(tunnel, settings) })
      }
      refreshes={[TUNNELS]}
      done={words.saved}
      onClose={onClose}
    />
  );
}

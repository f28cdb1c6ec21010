import { useNavigate } from '@tanstack/react-router';
import { call } from '../../api/console-api.ts';
import { TUNNELS } from '../../api/tunnels.ts';
import { tunnelStrings } from '../../strings/tunnels.ts';
import { radioRow } from '../../ui/form/rows/choice-rows.tsx';
import { ShownOnceDialog } from '../../ui/form/shown-once-dialog.tsx';
import { tunnelRows } from './tunnel-rows.ts';
import { TunnelToken } from './tunnel-token.tsx';

const { form: words, authModes, token: tokenWords } = tunnelStrings;
const ROWS = {
  ...tunnelRows(),
  auth_mode: radioRow({
    legend: words.authMode,
    options: {
      token: { label: authModes.token, hint: words.tokenHint },
      mtls: { label: authModes.mtls, hint: words.mtlsHint },
    },
    initial: 'token',
  }),
};

interface CreateTunnelDialogProps {
  readonly workspaceId: string;
  readonly onClose: () => void;
}

/** Shows the token of what it made, if there is one, and then leads to its page. */
export function CreateTunnelDialog({ workspaceId, onClose }: CreateTunnelDialogProps) {
  const navigate = useNavigate();
  const openPage = (tunnelId: string) =>
    void navigate({ to: '/tunnels/$workspaceId/$tunnelId', params: { workspaceId, tunnelId } });
  return (
    <ShownOnceDialog
      title={words.title}
      submit={words.submit}
      rows={ROWS}
      onSubmit={(body) => call('createTunnel', { path: { workspace_id: workspaceId }, body })}
      refreshes={[TUNNELS]}
      madeTitle={tokenWords.madeTitle}
      renderMade={(tunnel) => <TunnelToken tunnel={tunnel} token={tunnel.connector_token ?? ''} />}
      isShown={(tunnel) => tunnel.connector_token !== null}
      done={tokenWords.done}
      wide
      onClose={(tunnel) => (tunnel ? openPage(tunnel.id) : onClose())}
    />
  );
}

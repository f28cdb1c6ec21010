import { useNavigate } from '@tanstack/react-router';
import type { Tunnel } from '@svc/contract';
import { useState } from 'react';
import { call } from '../../api/console-api.ts';
import { TUNNELS } from '../../api/tunnels.ts';
import { tunnelStrings } from '../../strings/tunnels.ts';
import { RadioField } from '../../ui/form/radio-field.tsx';
import { ShownOnceDialog } from '../../ui/form/shown-once-dialog.tsx';
import { settingsOf, TunnelFields } from './tunnel-fields.tsx';
import { TunnelToken } from './tunnel-token.tsx';

const { form: words, authModes, token: tokenWords } = tunnelStrings;

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
      onSubmit={(values) =>
        call('createTunnel', {
          path: { workspace_id: workspaceId },
          body: { ...settingsOf(values), auth_mode: values('auth_mode') === 'mtls' ? 'mtls' : 'token' },
        })
      }
      refreshes={TUNNELS}
      madeTitle={tokenWords.madeTitle}
      renderMade={(tunnel) => <TunnelToken tunnel={tunnel} token={tunnel.connector_token ?? ''} />}
      isShown={(tunnel) => tunnel.connector_token !== null}
      done={tokenWords.done}
      wide
      onClose={(tunnel) => (tunnel ? openPage(tunnel.id) : onClose())}
    >
      <TunnelFields />
      <AuthModeField />
    </ShownOnceDialog>
  );
}

function AuthModeField() {
  const [mode, setMode] = useState<Tunnel['auth_mode']>('token');
  return (
    <RadioField
      legend={words.authMode}
      name="auth_mode"
      options={{
        token: { label: authModes.token, hint: words.tokenHint },
        mtls: { label: authModes.mtls, hint: words.mtlsHint },
      }}
      chosen={mode}
      onChoose={setMode}
    />
  );
}

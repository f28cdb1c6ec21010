import { useNavigate } from '@tanstack/react-router';
import { call } from '../../api/console-api.ts';
import { TUNNELS } from '../../api/tunnels.ts';
import { tunnelStrings } from '../../strings/tunnels.ts';
import { CheckField } from '../../ui/form/check-field.tsx';
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
      <AuthModeFields />
    </ShownOnceDialog>
  );
}

function AuthModeFields() {
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 font-medium">{words.authMode}</legend>
      <CheckField
        type="radio"
        name="auth_mode"
        value="token"
        label={authModes.token}
        hint={words.tokenHint}
        defaultChecked
      />
      <CheckField type="radio" name="auth_mode" value="mtls" label={authModes.mtls} hint={words.mtlsHint} />
    </fieldset>
  );
}

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Tunnel } from '@svc/contract';
import { useState } from 'react';
import { tunnelsOf } from '../../api/console-api.ts';
import { refresh } from '../../api/pages.ts';
import { TUNNELS } from '../../api/tunnels.ts';
import { tunnelStrings } from '../../strings/tunnels.ts';
import { CheckField } from '../../ui/form/check-field.tsx';
import { Form, type FormValues } from '../../ui/form/form.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { HeldActions } from '../../ui/form/held-actions.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { settingsOf, TunnelFields } from './tunnel-fields.tsx';
import { TunnelToken } from './tunnel-token.tsx';

const { form: words, authModes, token: tokenWords } = tunnelStrings;

interface CreateTunnelDialogProps {
  readonly workspaceId: string;
  readonly onClose: () => void;
}

/** Shows the token of what it made, if there is one, and then leads to its page. */
export function CreateTunnelDialog({ workspaceId, onClose }: CreateTunnelDialogProps) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [made, setMade] = useState<Tunnel>();
  const openPage = (tunnelId: string) =>
    void navigate({ to: '/tunnels/$workspaceId/$tunnelId', params: { workspaceId, tunnelId } });
  const create = useMutation({
    mutationFn: async (values: FormValues) => {
      const tunnel: Tunnel = await tunnelsOf(workspaceId).create({
        ...settingsOf(values),
        auth_mode: values('auth_mode') === 'mtls' ? 'mtls' : 'token',
      });
      await refresh(queries, TUNNELS);
      if (tunnel.connector_token === null) openPage(tunnel.id);
      else setMade(tunnel);
    },
  });
  if (made?.connector_token) {
    return (
      <Dialog title={tokenWords.madeTitle} open onClose={() => openPage(made.id)} wide>
        <TunnelToken tunnel={made} token={made.connector_token} onDone={() => openPage(made.id)} />
      </Dialog>
    );
  }
  return (
    <Dialog title={words.title} open onClose={onClose}>
      <Form onSubmit={create.mutate}>
        <TunnelFields error={create.error} />
        <AuthModeFields />
        <FormError error={create.error} />
        <HeldActions onCancel={onClose} busy={create.isPending}>
          {words.submit}
        </HeldActions>
      </Form>
    </Dialog>
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

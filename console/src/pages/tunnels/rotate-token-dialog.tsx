import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { RotatedTunnelToken } from '@svc/contract';
import { useState } from 'react';
import { tunnelsOf } from '../../api/console-api.ts';
import { refresh } from '../../api/pages.ts';
import { TUNNELS, type TunnelName } from '../../api/tunnels.ts';
import { tunnelStrings } from '../../strings/tunnels.ts';
import { Form, type FormValues } from '../../ui/form/form.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { HeldActions } from '../../ui/form/held-actions.tsx';
import { ValueOptions } from '../../ui/form/named-options.tsx';
import { SelectField } from '../../ui/form/text-field.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { Moment } from '../../ui/text/time.tsx';
import { TunnelToken } from './tunnel-token.tsx';

const { rotate: words, token: tokenWords } = tunnelStrings;
const USUAL_GRACE = '3600';

interface RotateTokenDialogProps {
  readonly tunnel: TunnelName;
  readonly onClose: () => void;
}

export function RotateTokenDialog({ tunnel, onClose }: RotateTokenDialogProps) {
  const queries = useQueryClient();
  const [made, setMade] = useState<RotatedTunnelToken>();
  const [graceS, setGraceS] = useState(0);
  const rotate = useMutation({
    mutationFn: async (values: FormValues) => {
      const grace = Number(values('grace_seconds'));
      setMade(await tunnelsOf(tunnel.workspace_id).rotateToken(tunnel.id, { grace_seconds: grace }));
      setGraceS(grace);
      await refresh(queries, TUNNELS);
    },
  });
  if (made) {
    const replaced =
      graceS === 0 ? (
        <p>{tokenWords.ended}</p>
      ) : (
        <p>
          {tokenWords.until} <Moment at={made.previous_token_expires_at} />
        </p>
      );
    return (
      <Dialog title={tokenWords.rotatedTitle} open onClose={onClose} wide>
        <TunnelToken tunnel={tunnel} token={made.connector_token} replaced={replaced} onDone={onClose} />
      </Dialog>
    );
  }
  return (
    <Dialog title={words.title} open onClose={onClose}>
      <Form onSubmit={rotate.mutate}>
        <p>{words.text}</p>
        <SelectField label={words.grace} name="grace_seconds" defaultValue={USUAL_GRACE}>
          <ValueOptions of={words.graces} />
        </SelectField>
        <FormError error={rotate.error} />
        <HeldActions onCancel={onClose} busy={rotate.isPending}>
          {words.action}
        </HeldActions>
      </Form>
    </Dialog>
  );
}

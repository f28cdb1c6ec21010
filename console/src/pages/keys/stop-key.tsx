import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ApiKey } from '@svc/contract';
import { useState } from 'react';
import { API_KEYS, revokeApiKey } from '../../api/api-keys.ts';
import { call } from '../../api/console-api.ts';
import { refresh } from '../../api/pages.ts';
import { keyStrings } from '../../strings/keys.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { Card } from '../../ui/page.tsx';
import { toast } from '../../ui/overlay/toast.tsx';

const { stop: words } = keyStrings;

/** For a while, or for good. */
export function StopKey({ apiKey: key }: { readonly apiKey: ApiKey }) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <Card title={words.title}>
      <div className="flex flex-col gap-4">
        <PauseKey apiKey={key} />
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-line pt-4">
          <p className="text-quiet">{words.revokeHint}</p>
          <Button look="danger" onClick={() => setIsAsking(true)}>
            {words.revoke}
          </Button>
        </div>
      </div>
      <RevokeKeyDialog apiKey={key} open={isAsking} onClose={() => setIsAsking(false)} />
    </Card>
  );
}

function PauseKey({ apiKey: key }: { readonly apiKey: ApiKey }) {
  const queries = useQueryClient();
  const isActive = key.status === 'active';
  const change = useMutation({
    mutationFn: async () => {
      await call('updateApiKey', {
        path: { api_key_id: key.id },
        body: { status: isActive ? 'inactive' : 'active' },
      });
      await refresh(queries, API_KEYS);
      toast(isActive ? words.deactivated : words.activated);
    },
  });
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p className="text-quiet">{isActive ? words.deactivateHint : words.activateHint}</p>
        <Button busy={change.isPending} onClick={() => change.mutate()}>
          {isActive ? words.deactivate : words.activate}
        </Button>
      </div>
      <FormError error={change.error} />
    </>
  );
}

interface RevokeKeyDialogProps {
  readonly apiKey: ApiKey;
  readonly open: boolean;
  readonly onClose: () => void;
}

export function RevokeKeyDialog({ apiKey: key, open, onClose }: RevokeKeyDialogProps) {
  const queries = useQueryClient();
  const revoke = async () => {
    await revokeApiKey(key.id);
    await refresh(queries, API_KEYS);
    toast(words.revoked);
  };
  return (
    <ConfirmDialog
      title={words.revokeTitle(key.name)}
      open={open}
      onClose={onClose}
      onConfirm={revoke}
      action={words.revoke}
    >
      <p>{words.revokeText}</p>
    </ConfirmDialog>
  );
}

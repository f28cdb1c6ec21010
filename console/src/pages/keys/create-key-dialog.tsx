import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ApiKey, NewApiKey } from '@svc/contract';
import { useState } from 'react';
import { API_KEYS, createApiKey } from '../../api/api-keys.ts';
import { refresh } from '../../api/pages.ts';
import { keyStrings } from '../../strings/keys.ts';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import type { FormValues } from '../../ui/form/form.tsx';
import { linesOf } from '../../ui/form/lines-field.tsx';
import { CreateKeyForm } from './create-key-form.tsx';
import { expiryOf } from './expiry-field.tsx';
import { limitsOf } from './limit-fields.tsx';
import { NewKeySecret } from './new-key-secret.tsx';
import { UseWith } from './use-with.tsx';

interface CreateKeyDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

export function CreateKeyDialog({ open, onClose }: CreateKeyDialogProps) {
  const queries = useQueryClient();
  const [made, setMade] = useState<NewApiKey>();
  const create = useMutation({
    mutationFn: async (values: FormValues) => {
      const key = await createApiKey({
        name: values('name').trim(),
        workspace_id: values('workspace'),
        kind: values('kind') as ApiKey['kind'],
        ...limitsOf(values),
        expires_at: expiryOf(values, Date.now()) ?? null,
        allowed_origins: linesOf(values('origins')),
        allowed_ips: linesOf(values('ips')),
      });
      setMade(key);
      await refresh(queries, API_KEYS);
    },
  });
  const close = () => {
    setMade(undefined);
    create.reset();
    onClose();
  };
  return (
    <Dialog title={made ? keyStrings.form.madeTitle : keyStrings.form.title} open={open} onClose={close}>
      {made ? (
        <NewKeySecret apiKey={made} onDone={close}>
          <UseWith workspaceId={made.workspace_id} />
        </NewKeySecret>
      ) : (
        <CreateKeyForm
          onSubmit={create.mutate}
          onCancel={close}
          busy={create.isPending}
          error={create.error}
        />
      )}
    </Dialog>
  );
}

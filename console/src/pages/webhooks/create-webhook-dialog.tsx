import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { refresh } from '../../api/pages.ts';
import { createWebhook, WEBHOOKS } from '../../api/webhooks.ts';
import { webhookStrings } from '../../strings/webhooks.ts';
import { Form, type FormValues } from '../../ui/form/form.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { HeldActions } from '../../ui/form/held-actions.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { settingsOf, WebhookFields } from './webhook-fields.tsx';
import { WebhookSecret } from './webhook-secret.tsx';

const { form: words, secret: secretWords } = webhookStrings;

interface CreateWebhookDialogProps {
  readonly owner: string;
  readonly onClose: () => void;
}

export function CreateWebhookDialog({ owner, onClose }: CreateWebhookDialogProps) {
  const queries = useQueryClient();
  const [secret, setSecret] = useState<string>();
  const create = useMutation({
    mutationFn: async (values: FormValues) => {
      setSecret((await createWebhook(owner, settingsOf(values))).signing_secret);
      await refresh(queries, WEBHOOKS);
    },
  });
  return (
    <Dialog title={secret === undefined ? words.title : secretWords.madeTitle} open onClose={onClose}>
      {secret === undefined ? (
        <Form onSubmit={create.mutate}>
          <WebhookFields owner={owner} error={create.error} />
          <FormError error={create.error} />
          <HeldActions onCancel={onClose} busy={create.isPending}>
            {words.submit}
          </HeldActions>
        </Form>
      ) : (
        <WebhookSecret secret={secret} onDone={onClose} />
      )}
    </Dialog>
  );
}

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { refresh } from '../../api/pages.ts';
import { createWebhook, WEBHOOKS } from '../../api/webhooks.ts';
import { uiStrings } from '../../strings/ui.ts';
import { webhookStrings } from '../../strings/webhooks.ts';
import { Button } from '../../ui/button.tsx';
import { Form, type FormValues } from '../../ui/form/form.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { Dialog, DialogActions } from '../../ui/overlay/dialog.tsx';
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
          <DialogActions>
            <Button onClick={onClose}>{uiStrings.cancel}</Button>
            <Button type="submit" look="primary" busy={create.isPending}>
              {words.submit}
            </Button>
          </DialogActions>
        </Form>
      ) : (
        <WebhookSecret secret={secret} onDone={onClose} />
      )}
    </Dialog>
  );
}

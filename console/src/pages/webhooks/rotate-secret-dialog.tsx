import { useMutation } from '@tanstack/react-query';
import type { Webhook, WebhookSecret as NewSecret } from '@svc/contract';
import { useState } from 'react';
import { ownerOf, rotateWebhookSecret } from '../../api/webhooks.ts';
import { webhookStrings } from '../../strings/webhooks.ts';
import { Form } from '../../ui/form/form.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { HeldActions } from '../../ui/form/held-actions.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { WebhookSecret } from './webhook-secret.tsx';

const { rotate: words, secret: secretWords } = webhookStrings;

interface RotateSecretDialogProps {
  readonly webhook: Webhook;
  readonly onClose: () => void;
}

export function RotateSecretDialog({ webhook, onClose }: RotateSecretDialogProps) {
  const [made, setMade] = useState<NewSecret>();
  const rotate = useMutation({
    mutationFn: async () => setMade(await rotateWebhookSecret(ownerOf(webhook), webhook.id)),
  });
  return (
    <Dialog title={made ? secretWords.rotatedTitle : words.title} open onClose={onClose}>
      {made ? (
        <WebhookSecret
          secret={made.signing_secret}
          previousUntil={made.previous_secret_expires_at}
          onDone={onClose}
        />
      ) : (
        <Form onSubmit={() => rotate.mutate()}>
          <p>{words.text}</p>
          <FormError error={rotate.error} />
          <HeldActions onCancel={onClose} busy={rotate.isPending}>
            {words.action}
          </HeldActions>
        </Form>
      )}
    </Dialog>
  );
}

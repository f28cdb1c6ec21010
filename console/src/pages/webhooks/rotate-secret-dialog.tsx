import { useMutation } from '@tanstack/react-query';
import type { Webhook, WebhookSecret as NewSecret } from '@svc/contract';
import { useState } from 'react';
import { ownerOf, rotateWebhookSecret } from '../../api/webhooks.ts';
import { uiStrings } from '../../strings/ui.ts';
import { webhookStrings } from '../../strings/webhooks.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form/form.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { Dialog, DialogActions } from '../../ui/overlay/dialog.tsx';
import { WebhookSecret } from './webhook-secret.tsx';

const { rotate: words, secret: secretWords } = webhookStrings;

interface RotateSecretDialogProps {
  readonly webhook: Webhook;
  readonly onClose: () => void;
}

export function RotateSecretDialog({ webhook, onClose }: RotateSecretDialogProps) {
  const [made, setMade] = useState<NewSecret>();
  const rotate = useMutation({
    mutationFn: () => rotateWebhookSecret(ownerOf(webhook), webhook.id),
    onSuccess: setMade,
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
          <DialogActions>
            <Button onClick={onClose}>{uiStrings.cancel}</Button>
            <Button type="submit" look="primary" busy={rotate.isPending}>
              {words.action}
            </Button>
          </DialogActions>
        </Form>
      )}
    </Dialog>
  );
}

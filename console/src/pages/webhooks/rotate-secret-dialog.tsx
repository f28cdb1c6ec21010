import type { Webhook } from '@svc/contract';
import { ownerOf, rotateWebhookSecret } from '../../api/webhooks.ts';
import { webhookStrings } from '../../strings/webhooks.ts';
import { ShownOnceDialog } from '../../ui/form/shown-once-dialog.tsx';
import { SigningSecret } from '../../ui/signing-secret.tsx';

const { rotate: words, secret: secretWords } = webhookStrings;

interface RotateSecretDialogProps {
  readonly webhook: Webhook;
  readonly onClose: () => void;
}

export function RotateSecretDialog({ webhook, onClose }: RotateSecretDialogProps) {
  return (
    <ShownOnceDialog
      title={words.title}
      submit={words.action}
      rows={{}}
      onSubmit={() => rotateWebhookSecret(ownerOf(webhook), webhook.id)}
      madeTitle={secretWords.rotatedTitle}
      renderMade={(made) => (
        <SigningSecret
          words={secretWords}
          secret={made.signing_secret}
          previousUntil={made.previous_secret_expires_at}
        />
      )}
      done={secretWords.done}
      onClose={onClose}
    >
      <p>{words.text}</p>
    </ShownOnceDialog>
  );
}

import type { Webhook } from '@svc/contract';
import { ownerOf, rotateWebhookSecret } from '../../api/webhooks.ts';
import { webhookStrings } from '../../strings/webhooks.ts';
import { RotateSigningSecretDialog } from '../../ui/form/rotate-signing-secret-dialog.tsx';

interface RotateSecretDialogProps {
  readonly webhook: Webhook;
  readonly onClose: () => void;
}

export function RotateSecretDialog({ webhook, onClose }: RotateSecretDialogProps) {
  const rotate = () => rotateWebhookSecret(ownerOf(webhook), webhook.id);
  return <RotateSigningSecretDialog words={webhookStrings} onRotate={rotate} onClose={onClose} />;
}

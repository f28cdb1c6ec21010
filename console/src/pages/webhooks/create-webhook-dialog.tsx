import { createWebhook, WEBHOOKS } from '../../api/webhooks.ts';
import { webhookStrings } from '../../strings/webhooks.ts';
import { ShownOnceDialog } from '../../ui/form/shown-once-dialog.tsx';
import { SigningSecret } from '../../ui/signing-secret.tsx';
import { webhookRows } from './webhook-rows.tsx';

const { form: words, secret: secretWords } = webhookStrings;

interface CreateWebhookDialogProps {
  readonly owner: string;
  readonly onClose: () => void;
}

export function CreateWebhookDialog({ owner, onClose }: CreateWebhookDialogProps) {
  return (
    <ShownOnceDialog
      title={words.title}
      submit={words.submit}
      rows={webhookRows(owner)}
      onSubmit={(settings) => createWebhook(owner, settings)}
      refreshes={[WEBHOOKS]}
      madeTitle={secretWords.madeTitle}
      renderMade={({ signing_secret: secret }) => <SigningSecret words={secretWords} secret={secret} />}
      done={secretWords.done}
      onClose={onClose}
    />
  );
}

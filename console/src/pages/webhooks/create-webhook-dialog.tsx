import { createWebhook, WEBHOOKS } from '../../api/webhooks.ts';
import { webhookStrings } from '../../strings/webhooks.ts';
import { ShownOnceDialog } from '../../ui/form/shown-once-dialog.tsx';
import { settingsOf, WebhookFields } from './webhook-fields.tsx';
import { WebhookSecret } from './webhook-secret.tsx';

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
      onSubmit={(values) => createWebhook(owner, settingsOf(values))}
      refreshes={WEBHOOKS}
      madeTitle={secretWords.madeTitle}
      renderMade={({ signing_secret: secret }) => <WebhookSecret secret={secret} />}
      done={secretWords.done}
      onClose={onClose}
    >
      {(error) => <WebhookFields owner={owner} error={error} />}
    </ShownOnceDialog>
  );
}

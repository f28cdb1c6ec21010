import type { Webhook } from '@svc/contract';
import { ownerOf, updateWebhook, WEBHOOKS } from '../../api/webhooks.ts';
import { webhookStrings } from '../../strings/webhooks.ts';
import { changesOf } from '../../ui/form/changes-of.ts';
import type { FormValues } from '../../ui/form/form.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { settingsOf, WebhookFields } from './webhook-fields.tsx';

const { form: words } = webhookStrings;

interface EditWebhookDialogProps {
  readonly webhook: Webhook;
  readonly onClose: () => void;
}

export function EditWebhookDialog({ webhook, onClose }: EditWebhookDialogProps) {
  const owner = ownerOf(webhook);
  const save = (values: FormValues) =>
    updateWebhook(owner, webhook.id, changesOf(webhook, settingsOf(values)));
  return (
    <FormDialog
      refreshes={WEBHOOKS}
      done={words.saved}
      title={words.editTitle}
      submit={words.save}
      onClose={onClose}
      onSubmit={save}
    >
      <WebhookFields owner={owner} webhook={webhook} />
    </FormDialog>
  );
}

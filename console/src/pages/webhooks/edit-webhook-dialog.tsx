import type { Webhook } from '@svc/contract';
import { ownerOf, updateWebhook, WEBHOOKS } from '../../api/webhooks.ts';
import { webhookStrings } from '../../strings/webhooks.ts';
import { changesOf } from '../../ui/form/changes-of.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { webhookRows } from './webhook-rows.tsx';

const { form: words } = webhookStrings;

interface EditWebhookDialogProps {
  readonly webhook: Webhook;
  readonly onClose: () => void;
}

export function EditWebhookDialog({ webhook, onClose }: EditWebhookDialogProps) {
  const owner = ownerOf(webhook);
  return (
    <FormDialog
      title={words.editTitle}
      submit={words.save}
      rows={webhookRows(owner, webhook)}
      onSubmit={(settings) => updateWebhook(owner, webhook.id, changesOf(webhook, settings))}
      refreshes={[WEBHOOKS]}
      done={words.saved}
      onClose={onClose}
    />
  );
}

import { useQueryClient } from '@tanstack/react-query';
import type { Webhook } from '@svc/contract';
import { refresh } from '../../api/pages.ts';
import { ownerOf, redeliverFailed, WEBHOOKS } from '../../api/webhooks.ts';
import { webhookStrings } from '../../strings/webhooks.ts';
import type { FormValues } from '../../ui/form/form.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { toast } from '../../ui/overlay/toast.tsx';

const { again: words } = webhookStrings;

interface RedeliverFailedDialogProps {
  readonly webhook: Webhook;
  readonly onClose: () => void;
}

export function RedeliverFailedDialog({ webhook, onClose }: RedeliverFailedDialogProps) {
  const queries = useQueryClient();
  const send = async (values: FormValues) => {
    const since = new Date(values('since')).toISOString();
    const count = await redeliverFailed(ownerOf(webhook), webhook.id, since);
    await refresh(queries, WEBHOOKS);
    toast(words.done(count));
  };
  return (
    <FormDialog title={words.title} submit={words.action} onClose={onClose} onSubmit={send}>
      <p>{words.text}</p>
      <TextField label={words.since} name="since" type="datetime-local" defaultValue={aDayAgo()} required />
    </FormDialog>
  );
}

/** In local time, as the input expects it. */
function aDayAgo(): string {
  const at = new Date(Date.now() - 86_400_000);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

import type { Webhook } from '@svc/contract';
import { ownerOf, redeliverFailed, WEBHOOKS } from '../../api/webhooks.ts';
import { webhookStrings } from '../../strings/webhooks.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { textRow } from '../../ui/form/rows/text-rows.tsx';

const { again: words } = webhookStrings;

interface RedeliverFailedDialogProps {
  readonly webhook: Webhook;
  readonly onClose: () => void;
}

export function RedeliverFailedDialog({ webhook, onClose }: RedeliverFailedDialogProps) {
  return (
    <FormDialog
      title={words.title}
      submit={words.action}
      rows={{ since: textRow({ label: words.since, type: 'datetime-local', initial: aDayAgo() }) }}
      onSubmit={({ since }) => redeliverFailed(ownerOf(webhook), webhook.id, new Date(since).toISOString())}
      refreshes={[WEBHOOKS]}
      done={words.done}
      onClose={onClose}
    >
      <p>{words.text}</p>
    </FormDialog>
  );
}

/** In local time, as the input expects it. */
function aDayAgo(): string {
  const at = new Date(Date.now() - 86_400_000);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

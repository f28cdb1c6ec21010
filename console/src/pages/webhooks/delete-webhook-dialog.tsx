import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Webhook } from '@svc/contract';
import { refresh } from '../../api/pages.ts';
import { deleteWebhook, ownerOf, webhookList } from '../../api/webhooks.ts';
import { webhookStrings } from '../../strings/webhooks.ts';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { toast } from '../../ui/overlay/toast.tsx';

const { delete: words } = webhookStrings;

interface DeleteWebhookDialogProps {
  readonly webhook: Webhook;
  readonly onClose: () => void;
}

export function DeleteWebhookDialog({ webhook, onClose }: DeleteWebhookDialogProps) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const owner = ownerOf(webhook);
  const confirm = async () => {
    await deleteWebhook(owner, webhook.id);
    toast(words.done);
    await navigate({ to: '/webhooks', search: { owner } });
    await refresh(queries, webhookList(owner).queryKey);
  };
  return (
    <ConfirmDialog title={words.title} open onClose={onClose} onConfirm={confirm} action={words.action}>
      <p>{words.text}</p>
    </ConfirmDialog>
  );
}

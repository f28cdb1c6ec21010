import { useQueryClient } from '@tanstack/react-query';
import type { Webhook } from '@svc/contract';
import { Ellipsis, KeyRound, Pause, Pencil, Play, RefreshCw, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { errorSentence } from '../../api/failure.ts';
import { refresh } from '../../api/pages.ts';
import { ownerOf, updateWebhook, WEBHOOKS } from '../../api/webhooks.ts';
import { webhookStrings } from '../../strings/webhooks.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../ui/overlay/menu.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { DeleteWebhookDialog } from './delete-webhook-dialog.tsx';
import { EditWebhookDialog } from './edit-webhook-dialog.tsx';
import { RedeliverFailedDialog } from './redeliver-failed-dialog.tsx';
import { RotateSecretDialog } from './rotate-secret-dialog.tsx';
import { TestWebhookDialog } from './test-webhook-dialog.tsx';

const { actions: words } = webhookStrings;
const DIALOGS = {
  test: TestWebhookDialog,
  edit: EditWebhookDialog,
  rotate: RotateSecretDialog,
  again: RedeliverFailedDialog,
  delete: DeleteWebhookDialog,
} as const;

export function WebhookActions({ webhook }: { readonly webhook: Webhook }) {
  const [open, setOpen] = useState<keyof typeof DIALOGS>();
  const act = useAct();
  const owner = ownerOf(webhook);
  const isEnabled = webhook.status === 'enabled';
  const setStatus = () =>
    act(
      () => updateWebhook(owner, webhook.id, { status: isEnabled ? 'disabled' : 'enabled' }),
      isEnabled ? webhookStrings.disabled : webhookStrings.enabled,
    );
  const Open = open && DIALOGS[open];
  return (
    <>
      <Button icon={Send} onClick={() => setOpen('test')}>
        {words.test}
      </Button>
      <Menu label={words.more} trigger={<IconButton label={words.more} icon={Ellipsis} />}>
        <MenuItem icon={Pencil} onSelect={() => setOpen('edit')}>
          {words.edit}
        </MenuItem>
        <MenuItem icon={isEnabled ? Pause : Play} onSelect={() => void setStatus()}>
          {isEnabled ? words.disable : words.enable}
        </MenuItem>
        <MenuItem icon={KeyRound} onSelect={() => setOpen('rotate')}>
          {words.rotate}
        </MenuItem>
        <MenuItem icon={RefreshCw} onSelect={() => setOpen('again')}>
          {words.redeliverFailed}
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={Trash2} danger onSelect={() => setOpen('delete')}>
          {words.delete}
        </MenuItem>
      </Menu>
      {Open && <Open webhook={webhook} onClose={() => setOpen(undefined)} />}
    </>
  );
}

/** Runs an action and shows its result. */
function useAct() {
  const queries = useQueryClient();
  return async (action: () => Promise<unknown>, done: string): Promise<void> => {
    try {
      await action();
      await refresh(queries, WEBHOOKS);
      toast(done);
    } catch (cause) {
      toast(errorSentence(cause), 'danger');
    }
  };
}

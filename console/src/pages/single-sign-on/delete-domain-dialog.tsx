import { useQueryClient } from '@tanstack/react-query';
import type { Domain } from '@svc/contract';
import { call } from '../../api/console-api.ts';
import { refresh } from '../../api/pages.ts';
import { DOMAINS } from '../../api/single-sign-on.ts';
import { singleSignOnStrings } from '../../strings/single-sign-on.ts';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { toast } from '../../ui/overlay/toast.tsx';

const { domains: words } = singleSignOnStrings;

interface DeleteDomainDialogProps {
  readonly domain: Domain;
  readonly onClose: () => void;
}

export function DeleteDomainDialog({ domain: { domain }, onClose }: DeleteDomainDialogProps) {
  const queries = useQueryClient();
  const confirm = async () => {
    await call('deleteDomain', { path: { domain } });
    toast(words.deleted);
    await refresh(queries, DOMAINS);
  };
  return (
    <ConfirmDialog
      title={words.deleteTitle(domain)}
      open
      onClose={onClose}
      onConfirm={confirm}
      action={words.delete}
    >
      <p>{words.deleteText}</p>
    </ConfirmDialog>
  );
}

import { useQueryClient } from '@tanstack/react-query';
import type { DirectoryToken } from '@svc/contract';
import { call } from '../../api/console-api.ts';
import { DIRECTORY_TOKENS } from '../../api/directory-sync.ts';
import { refresh } from '../../api/pages.ts';
import { directorySyncStrings } from '../../strings/directory-sync.ts';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { toast } from '../../ui/overlay/toast.tsx';

const { tokens: words } = directorySyncStrings;

interface DeleteTokenDialogProps {
  readonly token: DirectoryToken;
  readonly onClose: () => void;
}

export function DeleteTokenDialog({ token: { id, name }, onClose }: DeleteTokenDialogProps) {
  const queries = useQueryClient();
  const confirm = async () => {
    await call('deleteDirectoryToken', { path: { directory_token_id: id } });
    toast(words.deleted);
    await refresh(queries, DIRECTORY_TOKENS);
  };
  return (
    <ConfirmDialog
      title={words.deleteTitle(name)}
      open
      onClose={onClose}
      onConfirm={confirm}
      action={words.delete}
    >
      <p>{words.deleteText}</p>
    </ConfirmDialog>
  );
}

import { useQueryClient } from '@tanstack/react-query';
import type { FileObject } from '@svc/contract';
import { call } from '../../api/console-api.ts';
import { FILES } from '../../api/files.ts';
import { refresh } from '../../api/pages.ts';
import { fileStrings } from '../../strings/files.ts';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { toast } from '../../ui/overlay/toast.tsx';

const { delete: words } = fileStrings;

interface DeleteFileDialogProps {
  readonly file: FileObject;
  readonly onClose: () => void;
}

export function DeleteFileDialog({ file, onClose }: DeleteFileDialogProps) {
  const queries = useQueryClient();
  const confirm = async () => {
    await call('deleteFile', { path: { workspace_id: file.workspace_id, file_id: file.id } });
    toast(words.done);
    await refresh(queries, FILES);
  };
  return (
    <ConfirmDialog
      title={words.title(file.filename)}
      open
      onClose={onClose}
      onConfirm={confirm}
      action={words.action}
    >
      <p>{words.text}</p>
    </ConfirmDialog>
  );
}

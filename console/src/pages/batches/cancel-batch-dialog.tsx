import { useQueryClient } from '@tanstack/react-query';
import type { Batch } from '@svc/contract';
import { BATCHES } from '../../api/batches.ts';
import { call } from '../../api/console-api.ts';
import { refresh } from '../../api/pages.ts';
import { batchStrings } from '../../strings/batches.ts';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { toast } from '../../ui/overlay/toast.tsx';

const { cancel: words } = batchStrings;

interface CancelBatchDialogProps {
  readonly batch: Batch;
  readonly onClose: () => void;
}

export function CancelBatchDialog({ batch, onClose }: CancelBatchDialogProps) {
  const queries = useQueryClient();
  const confirm = async () => {
    await call('cancelBatch', { path: { workspace_id: batch.workspace_id, batch_id: batch.id } });
    toast(words.done);
    await refresh(queries, BATCHES);
  };
  return (
    <ConfirmDialog title={words.title} open onClose={onClose} onConfirm={confirm} action={words.action}>
      <p>{words.text}</p>
    </ConfirmDialog>
  );
}

import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/console-api.ts';
import { INFERENCE_HOOK } from '../../api/inference-hook.ts';
import { refresh } from '../../api/pages.ts';
import { inferenceHookStrings } from '../../strings/inference-hook.ts';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { toast } from '../../ui/overlay/toast.tsx';

const { delete: words } = inferenceHookStrings;

export function DeleteHookDialog({ onClose }: { readonly onClose: () => void }) {
  const queries = useQueryClient();
  const confirm = async () => {
    await call('deleteInferenceHook');
    toast(words.done);
    await refresh(queries, INFERENCE_HOOK);
  };
  return (
    <ConfirmDialog title={words.title} open onClose={onClose} onConfirm={confirm} action={words.action}>
      <p>{words.text}</p>
    </ConfirmDialog>
  );
}

import { useQueryClient } from '@tanstack/react-query';
import type { AdminKey, ManagedKey } from '@svc/contract';
import { MANAGED_ORGANIZATIONS } from '../../api/operator-organizations.ts';
import { revokeManagedKey } from '../../api/operator-resources.ts';
import { refresh } from '../../api/pages.ts';
import { operatorResourceStrings } from '../../strings/operator-resources.ts';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { toast } from '../../ui/overlay/toast.tsx';

const {
  keys: { revoke: words },
  adminKeys,
} = operatorResourceStrings;

interface RevokeKeyDialogProps {
  readonly organizationId: string;
  readonly revoked: ManagedKey | AdminKey;
  readonly onClose: () => void;
}

export function RevokeKeyDialog({ organizationId, revoked, onClose }: RevokeKeyDialogProps) {
  const queries = useQueryClient();
  return (
    <ConfirmDialog
      title={words.title(revoked.name)}
      open
      onClose={onClose}
      onConfirm={async () => {
        await revokeManagedKey(organizationId, revoked);
        await refresh(queries, MANAGED_ORGANIZATIONS);
        toast(words.done);
      }}
      action={words.action}
    >
      <p>{revoked.type === 'api_key' ? words.text : adminKeys.text}</p>
    </ConfirmDialog>
  );
}

import { useQueryClient } from '@tanstack/react-query';
import type { AdminKey } from '@svc/contract';
import { Ban, Ellipsis, Pause, Pencil, Play } from 'lucide-react';
import { ADMIN_KEYS } from '../../api/admin-keys.ts';
import { call } from '../../api/console-api.ts';
import { errorSentence } from '../../api/failure.ts';
import { refresh } from '../../api/pages.ts';
import { adminKeyStrings as words } from '../../strings/admin-keys.ts';
import { IconButton } from '../../ui/button.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../ui/overlay/menu.tsx';
import { toast } from '../../ui/overlay/toast.tsx';

export interface AdminKeyActions {
  readonly onEdit: (key: AdminKey) => void;
  readonly onRevoke: (key: AdminKey) => void;
}

export function AdminKeyMenu({
  adminKey: key,
  onEdit,
  onRevoke,
}: AdminKeyActions & { readonly adminKey: AdminKey }) {
  const queries = useQueryClient();
  const isActive = key.status === 'active';
  const setStatus = async () => {
    try {
      await call('updateAdminKey', {
        path: { key_id: key.id },
        body: { status: isActive ? 'inactive' : 'active' },
      });
      await refresh(queries, ADMIN_KEYS);
      toast(isActive ? words.deactivated : words.activated);
    } catch (cause) {
      toast(errorSentence(cause), 'danger');
    }
  };
  return (
    <Menu
      label={words.actions(key.name)}
      trigger={<IconButton label={words.actions(key.name)} icon={Ellipsis} />}
    >
      <MenuItem icon={Pencil} onSelect={() => onEdit(key)}>
        {words.edit}
      </MenuItem>
      <MenuItem icon={isActive ? Pause : Play} onSelect={() => void setStatus()}>
        {isActive ? words.deactivate : words.activate}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={Ban} danger onSelect={() => onRevoke(key)}>
        {words.revoke}
      </MenuItem>
    </Menu>
  );
}

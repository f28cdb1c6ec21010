import { useQueryClient } from '@tanstack/react-query';
import type { Tunnel } from '@svc/contract';
import { Ellipsis, KeyRound, Pause, Pencil, Play, Trash2, Wrench } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../api/console-api.ts';
import { errorSentence } from '../../api/failure.ts';
import { refresh } from '../../api/pages.ts';
import { TUNNELS, tunnelPath } from '../../api/tunnels.ts';
import { tunnelStrings } from '../../strings/tunnels.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../ui/overlay/menu.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { DeleteTunnelDialog } from './delete-tunnel-dialog.tsx';
import { EditTunnelDialog } from './edit-tunnel-dialog.tsx';
import { RotateTokenDialog } from './rotate-token-dialog.tsx';
import { TestTunnelDialog } from './test-tunnel-dialog.tsx';

const { actions: words } = tunnelStrings;
const DIALOGS = {
  test: TestTunnelDialog,
  edit: EditTunnelDialog,
  rotate: RotateTokenDialog,
  delete: DeleteTunnelDialog,
} as const;

export function TunnelActions({ tunnel }: { readonly tunnel: Tunnel }) {
  const [open, setOpen] = useState<keyof typeof DIALOGS>();
  const setStatus = useSetStatus(tunnel);
  const isDisabled = tunnel.status === 'disabled';
  const Open = open && DIALOGS[open];
  return (
    <>
      <Button icon={Wrench} onClick={() => setOpen('test')}>
        {words.test}
      </Button>
      <Menu label={words.more} trigger={<IconButton label={words.more} icon={Ellipsis} />}>
        <MenuItem icon={Pencil} onSelect={() => setOpen('edit')}>
          {words.edit}
        </MenuItem>
        <MenuItem
          icon={isDisabled ? Play : Pause}
          onSelect={() => void setStatus(isDisabled ? 'enabled' : 'disabled')}
        >
          {isDisabled ? words.enable : words.disable}
        </MenuItem>
        {tunnel.auth_mode === 'token' && (
          <MenuItem icon={KeyRound} onSelect={() => setOpen('rotate')}>
            {words.rotate}
          </MenuItem>
        )}
        <MenuSeparator />
        <MenuItem icon={Trash2} danger onSelect={() => setOpen('delete')}>
          {words.delete}
        </MenuItem>
      </Menu>
      {Open && <Open tunnel={tunnel} onClose={() => setOpen(undefined)} />}
    </>
  );
}

/** Says what became of it. */
function useSetStatus(tunnel: Tunnel) {
  const queries = useQueryClient();
  return async (status: 'enabled' | 'disabled'): Promise<void> => {
    try {
      await call('updateTunnel', { path: tunnelPath(tunnel), body: { status } });
      await refresh(queries, TUNNELS);
      toast(tunnelStrings[status]);
    } catch (cause) {
      toast(errorSentence(cause), 'danger');
    }
  };
}

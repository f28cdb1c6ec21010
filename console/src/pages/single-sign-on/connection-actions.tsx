import { useMutation } from '@tanstack/react-query';
import type { SsoConnection } from '@svc/contract';
import { Ellipsis, FlaskConical, Pause, Pencil, Play, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { errorSentence } from '../../api/failure.ts';
import { beginSsoTest } from '../../api/single-sign-on.ts';
import { singleSignOnStrings } from '../../strings/single-sign-on.ts';
import { uiStrings } from '../../strings/ui.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../ui/overlay/menu.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { ActivateDialog } from './activate-dialog.tsx';
import { DeleteConnectionDialog, DisableConnectionDialog } from './end-connection-dialogs.tsx';
import { EditConnectionDialog } from './edit-connection-dialog.tsx';

const { actions: words } = singleSignOnStrings;
const DIALOGS = {
  activate: ActivateDialog,
  disable: DisableConnectionDialog,
  edit: EditConnectionDialog,
  delete: DeleteConnectionDialog,
} as const;

export function ConnectionActions({ connection }: { readonly connection: SsoConnection }) {
  const [open, setOpen] = useState<keyof typeof DIALOGS>();
  const test = useMutation({
    mutationFn: () => beginSsoTest(connection.id),
    onError: (cause) => toast(errorSentence(cause), 'danger'),
  });
  const isActive = connection.status === 'active';
  const Open = open && DIALOGS[open];
  return (
    <>
      <Button icon={FlaskConical} busy={test.isPending} onClick={() => test.mutate()}>
        {words.test}
      </Button>
      {!isActive && (
        <Button look="primary" icon={Play} onClick={() => setOpen('activate')}>
          {words.activate}
        </Button>
      )}
      <Menu label={uiStrings.more} trigger={<IconButton label={uiStrings.more} icon={Ellipsis} />}>
        <MenuItem icon={Pencil} onSelect={() => setOpen('edit')}>
          {words.edit}
        </MenuItem>
        {connection.status !== 'disabled' && (
          <MenuItem icon={Pause} onSelect={() => setOpen('disable')}>
            {words.disable}
          </MenuItem>
        )}
        <MenuSeparator />
        <MenuItem icon={Trash2} danger onSelect={() => setOpen('delete')}>
          {words.delete}
        </MenuItem>
      </Menu>
      {Open && <Open connection={connection} onClose={() => setOpen(undefined)} />}
    </>
  );
}

import { Ellipsis, KeyRound, Pencil, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { inferenceHookStrings } from '../../strings/inference-hook.ts';
import { uiStrings } from '../../strings/ui.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../ui/overlay/menu.tsx';
import { DeleteHookDialog } from './delete-hook-dialog.tsx';
import { RotateHookSecretDialog } from './rotate-hook-secret-dialog.tsx';
import { TestHookDialog } from './test-hook-dialog.tsx';

const { actions: words } = inferenceHookStrings;
const DIALOGS = {
  test: TestHookDialog,
  rotate: RotateHookSecretDialog,
  delete: DeleteHookDialog,
} as const;

/** `onEdit` undefined: the person may not change the hook. */
export function HookActions({ onEdit }: { readonly onEdit: (() => void) | undefined }) {
  const [open, setOpen] = useState<keyof typeof DIALOGS>();
  const Open = open && DIALOGS[open];
  return (
    <>
      <Button icon={Send} onClick={() => setOpen('test')}>
        {words.test}
      </Button>
      {onEdit && (
        <>
          <Button icon={Pencil} onClick={onEdit}>
            {words.edit}
          </Button>
          <Menu label={uiStrings.more} trigger={<IconButton label={uiStrings.more} icon={Ellipsis} />}>
            <MenuItem icon={KeyRound} onSelect={() => setOpen('rotate')}>
              {words.rotate}
            </MenuItem>
            <MenuSeparator />
            <MenuItem icon={Trash2} danger onSelect={() => setOpen('delete')}>
              {words.delete}
            </MenuItem>
          </Menu>
        </>
      )}
      {Open && <Open onClose={() => setOpen(undefined)} />}
    </>
  );
}

import { useNavigate } from '@tanstack/react-router';
import { Boxes, Cable, KeyRound, UserCog, UserPlus, Webhook } from 'lucide-react';
import { useCan } from '../../api/session.ts';
import { shellStrings } from '../../strings/shell.ts';
import { requestDialog, type RequestedDialog } from '../../ui/overlay/requested-dialog.ts';
import { useSignOut } from '../use-sign-out.ts';
import type { PaletteGroup } from './palette-item.ts';
import { useCommonActions } from './use-common-actions.ts';

const { palette: words } = shellStrings;

/** What one can begin from anywhere. */
const BEGINNINGS = [
  { dialog: 'api_key', to: '/keys', icon: KeyRound, permission: 'api_keys.create' },
  { dialog: 'invite', to: '/members', icon: UserPlus, permission: 'members.manage' },
  { dialog: 'workspace', to: '/workspaces', icon: Boxes, permission: 'workspaces.manage' },
  { dialog: 'webhook', to: '/webhooks', icon: Webhook, permission: 'webhooks.manage' },
  { dialog: 'tunnel', to: '/tunnels', icon: Cable, permission: 'tunnels.manage' },
] as const satisfies readonly { readonly dialog: RequestedDialog; readonly [more: string]: unknown }[];

export function useConsoleActions(): PaletteGroup {
  const can = useCan();
  const navigate = useNavigate();
  const common = useCommonActions(useSignOut());
  const begin = BEGINNINGS.filter(({ permission }) => can(permission)).map(({ dialog, to, icon }) => ({
    key: dialog,
    label: words.begin[dialog],
    icon,
    onChoose: () => {
      requestDialog(dialog);
      void navigate({ to });
    },
  }));
  const profile = {
    key: 'profile',
    label: shellStrings.profile,
    icon: UserCog,
    onChoose: () => void navigate({ to: '/profile' }),
  };
  return { label: words.groups.actions, items: [...begin, profile, ...common] };
}

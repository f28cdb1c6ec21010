import { useNavigate } from '@tanstack/react-router';
import { CircleUserRound, LogOut, UserCog } from 'lucide-react';
import { useMe } from '../api/session.ts';
import { shellStrings } from '../strings/shell.ts';
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '../ui/overlay/menu.tsx';
import { ThemeItems } from './theme-items.tsx';
import { useSignOut } from './use-sign-out.ts';

export function AccountMenu() {
  const { user } = useMe();
  const navigate = useNavigate();
  const signOut = useSignOut();
  return (
    <Menu
      label={shellStrings.account}
      trigger={
        <button
          type="button"
          className="flex w-full min-w-0 items-center gap-2.5 rounded-md px-2.5 py-1.5 text-left hover:bg-hover"
        >
          <CircleUserRound aria-hidden size={18} className="shrink-0 text-quiet" />
          <span className="min-w-0 truncate max-md:sr-only">{user.name}</span>
        </button>
      }
    >
      <MenuLabel>{user.email}</MenuLabel>
      <MenuItem icon={UserCog} onSelect={() => void navigate({ to: '/profile' })}>
        {shellStrings.profile}
      </MenuItem>
      <MenuSeparator />
      <ThemeItems />
      <MenuSeparator />
      <MenuItem icon={LogOut} onSelect={() => void signOut()}>
        {shellStrings.signOut}
      </MenuItem>
    </Menu>
  );
}

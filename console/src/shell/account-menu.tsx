import { useNavigate } from '@tanstack/react-router';
import { CircleUserRound, LogOut, Monitor, Moon, Sun, UserCog } from 'lucide-react';
import { useMe } from '../api/session.ts';
import { shellStrings } from '../strings/shell.ts';
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '../ui/overlay/menu.tsx';
import { useTheme, type Theme } from '../ui/theme.ts';
import { useSignOut } from './use-sign-out.ts';

const THEMES: readonly { readonly value: Theme; readonly icon: typeof Sun }[] = [
  { value: 'system', icon: Monitor },
  { value: 'light', icon: Sun },
  { value: 'dark', icon: Moon },
];

export function AccountMenu() {
  const { user } = useMe();
  const [theme, setTheme] = useTheme();
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
      <MenuLabel>{shellStrings.theme.label}</MenuLabel>
      {THEMES.map(({ value, icon }) => (
        <MenuItem key={value} icon={icon} onSelect={() => setTheme(value)}>
          <span className={theme === value ? 'font-semibold' : undefined}>{shellStrings.theme[value]}</span>
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuItem icon={LogOut} onSelect={() => void signOut()}>
        {shellStrings.signOut}
      </MenuItem>
    </Menu>
  );
}

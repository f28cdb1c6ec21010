import { CircleUserRound, Keyboard, LogOut } from 'lucide-react';
import type { ReactNode } from 'react';
import { shellStrings } from '../strings/shell.ts';
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '../ui/overlay/menu.tsx';
import { showShortcuts } from './shortcuts/shortcut-sheet-state.ts';
import { ThemeItems } from './theme-items.tsx';

interface PersonMenuProps {
  readonly person: { readonly name: string; readonly email: string };
  readonly onSignOut: () => Promise<void>;
  /** What else the person can do about their account. */
  readonly children?: ReactNode;
}

/** Who is signed in, the theme, and the way out. */
export function PersonMenu({ person: { name, email }, onSignOut, children }: PersonMenuProps) {
  return (
    <Menu
      label={shellStrings.account}
      trigger={
        <button
          type="button"
          className="flex w-full min-w-0 items-center gap-2.5 rounded-md px-2.5 py-1.5 text-left hover:bg-hover"
        >
          <CircleUserRound aria-hidden size={18} className="shrink-0 text-quiet" />
          <span className="min-w-0 truncate">{name}</span>
        </button>
      }
    >
      <MenuLabel>{email}</MenuLabel>
      {children}
      <MenuSeparator />
      <ThemeItems />
      <MenuSeparator />
      <MenuItem icon={Keyboard} onSelect={showShortcuts}>
        {shellStrings.shortcuts.title}
      </MenuItem>
      <MenuItem icon={LogOut} onSelect={() => void onSignOut()}>
        {shellStrings.signOut}
      </MenuItem>
    </Menu>
  );
}

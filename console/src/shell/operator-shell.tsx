import { Outlet, useNavigate } from '@tanstack/react-router';
import { useQueryClient } from '@tanstack/react-query';
import { Building2, CircleUserRound, Cpu, FileSearch, LogOut, ShieldCheck } from 'lucide-react';
import { errorSentence, hasCode } from '../api/failure.ts';
import { operatorSignIn, useOperator } from '../api/operator-session.ts';
import { operatorStrings } from '../strings/operator.ts';
import { shellStrings } from '../strings/shell.ts';
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '../ui/overlay/menu.tsx';
import { toast } from '../ui/overlay/toast.tsx';
import { Frame } from './frame.tsx';
import { NavList } from './nav-list.tsx';
import type { NavigationGroup } from './navigation.ts';
import { ThemeItems } from './theme-items.tsx';

const HOME = '/operator';

const NAVIGATION: readonly NavigationGroup[] = [
  {
    entries: [
      { to: HOME, label: operatorStrings.organizations.title, icon: Building2 },
      { to: '/operator/requests', label: operatorStrings.requests.title, icon: FileSearch },
      { to: '/operator/engines', label: operatorStrings.engines.title, icon: Cpu },
      { to: '/operator/keys', label: operatorStrings.keys.title, icon: ShieldCheck },
    ],
  },
];

/** What surrounds every page of an operator. */
export function OperatorShell() {
  const { id, role } = useOperator();
  return (
    <Frame
      home={HOME}
      homeLabel={operatorStrings.home}
      top={
        <div className="min-w-0 px-2.5 py-1.5">
          <span className="block truncate font-semibold">{operatorStrings.title}</span>
          <span className="block truncate text-xs text-quiet">{operatorStrings.roles[role]}</span>
        </div>
      }
      navigation={<NavList groups={NAVIGATION} home={HOME} />}
      foot={<OperatorMenu />}
    >
      <Outlet key={id} />
    </Frame>
  );
}

function OperatorMenu() {
  const { name, email } = useOperator();
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
          <span className="min-w-0 truncate max-md:sr-only">{name}</span>
        </button>
      }
    >
      <MenuLabel>{email}</MenuLabel>
      <MenuSeparator />
      <ThemeItems />
      <MenuSeparator />
      <MenuItem icon={LogOut} onSelect={() => void signOut()}>
        {shellStrings.signOut}
      </MenuItem>
    </Menu>
  );
}

function useSignOut(): () => Promise<void> {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return async () => {
    try {
      await operatorSignIn.signOut();
    } catch (cause) {
      if (!hasCode(cause, 'session_required')) {
        toast(errorSentence(cause), 'danger');
        return;
      }
    }
    await navigate({ to: '/operator/sign-in' });
    queries.clear();
  };
}

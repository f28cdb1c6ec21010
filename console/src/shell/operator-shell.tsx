import { Outlet } from '@tanstack/react-router';
import { Building2, Cpu, FileSearch, ScrollText, ShieldCheck, SlidersHorizontal } from 'lucide-react';
import { operatorSignIn, useOperator } from '../api/operator-session.ts';
import { operatorStrings } from '../strings/operator.ts';
import { Frame } from './frame.tsx';
import { NavList } from './nav-list.tsx';
import type { NavigationGroup } from './navigation.ts';
import { PersonMenu } from './person-menu.tsx';
import { useEndSignIn } from './use-end-sign-in.ts';

const HOME = '/operator';

const NAVIGATION: readonly NavigationGroup[] = [
  {
    entries: [
      { to: HOME, label: operatorStrings.organizations.title, icon: Building2 },
      { to: '/operator/requests', label: operatorStrings.requests.title, icon: FileSearch },
      { to: '/operator/engines', label: operatorStrings.engines.title, icon: Cpu },
      { to: '/operator/configuration', label: operatorStrings.configuration.title, icon: SlidersHorizontal },
      { to: '/operator/events', label: operatorStrings.events.title, icon: ScrollText },
      { to: '/operator/keys', label: operatorStrings.keys.title, icon: ShieldCheck },
    ],
  },
];

/** What surrounds every page of an operator. */
export function OperatorShell() {
  const operator = useOperator();
  const signOut = useEndSignIn(operatorSignIn.signOut, '/operator/sign-in');
  const { id, role } = operator;
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
      foot={<PersonMenu person={operator} onSignOut={signOut} />}
    >
      <Outlet key={id} />
    </Frame>
  );
}

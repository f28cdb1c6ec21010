import { Outlet } from '@tanstack/react-router';
import { operatorSignIn, useOperator } from '../api/operator-session.ts';
import { operatorStrings } from '../strings/operator.ts';
import { Frame } from './frame.tsx';
import { NavList } from './nav-list.tsx';
import { OPERATOR_HOME as HOME, useOperatorNavigation } from './operator-navigation.ts';
import { CommandPalette, operatorPalette } from './palette/command-palette.tsx';
import { PersonMenu } from './person-menu.tsx';
import { Shortcuts } from './shortcuts/shortcuts.tsx';
import { useEndSignIn } from './use-end-sign-in.ts';

/** What surrounds every page of an operator. */
export function OperatorShell() {
  const operator = useOperator();
  const groups = useOperatorNavigation();
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
      navigation={
        <>
          <CommandPalette palette={operatorPalette} />
          <NavList groups={groups} home={HOME} />
        </>
      }
      foot={<PersonMenu person={operator} onSignOut={signOut} />}
    >
      <Outlet key={id} />
      <Shortcuts navigation={groups} />
    </Frame>
  );
}

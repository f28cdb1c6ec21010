import { Outlet } from '@tanstack/react-router';
import { placeOf, useMe } from '../api/session.ts';
import { shellStrings } from '../strings/shell.ts';
import { AccountMenu } from './account-menu.tsx';
import { Frame } from './frame.tsx';
import { NavList } from './nav-list.tsx';
import { OrganizationMenu } from './organization-menu.tsx';
import { CommandPalette, consolePalette } from './palette/command-palette.tsx';
import { Shortcuts } from './shortcuts/shortcuts.tsx';
import { useNavigation } from './use-navigation.ts';

/** What surrounds every page of somebody signed in. */
export function Shell() {
  const groups = useNavigation();
  return (
    <Frame
      home="/"
      homeLabel={shellStrings.home}
      top={<OrganizationMenu />}
      navigation={
        <>
          <CommandPalette palette={consolePalette} />
          <NavList groups={groups} home="/" />
        </>
      }
      foot={<AccountMenu />}
    >
      <CurrentPage />
      <Shortcuts navigation={groups} />
    </Frame>
  );
}

/** Begins again for another organization or person: what was typed for one is not sent to the other. */
function CurrentPage() {
  return <Outlet key={placeOf(useMe())} />;
}

import { ORGANIZATION_ROLES } from '@svc/contract';
import { describe, expect, it } from 'vitest';
import { PASSWORD } from './acme.ts';
import { BUSY_ACME, EMAIL_OF, fillBusyAcme, WORKSPACE_ADMIN } from './busy-acme.ts';
import { ConsoleWalk } from './console-walk.ts';
import { withConsole, type OpenWindow } from './with-console.ts';

/** Everybody but the primary owner, whose walk opens every dialog there is. */
const OTHERS = [
  ...ORGANIZATION_ROLES.filter((role) => role !== 'primary_owner').map(
    (role) => [role, EMAIL_OF[role]] as const,
  ),
  ['workspace admin', WORKSPACE_ADMIN] as const,
];

describe('every page of the Console', () => {
  let open: OpenWindow;

  withConsole(BUSY_ACME, async (running, openWindow) => {
    open = openWindow;
    await fillBusyAcme(running);
  });

  it.each(OTHERS)(
    'D-CONS-3 CONS-03 CONS-18 shows nothing that is refused, and no dead button, to the %s',
    async (_, email) => {
      const other = await open();
      await other.signIn(email, PASSWORD);
      const walk = new ConsoleWalk(other);
      const pages = await walk.everywhere();
      expect(pages).toContain('/profile');
      expect(walk.faults).toEqual([]);
      expect(other.wrongs).toEqual([]);
      await other.close();
    },
    300_000,
  );
});

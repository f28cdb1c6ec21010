import type { Permission } from '@svc/contract';
import { describe, expect, it } from 'vitest';
import { PASSWORD } from './acme.ts';
import { BUSY_ACME, EMAIL_OF, WORKSPACE_ADMIN } from './busy-acme.ts';
import { withConsole, type OpenWindow } from './with-console.ts';

interface KnownPage {
  readonly path: string;
  /** In the navigation. */
  readonly isListed: boolean;
  readonly permission: Permission | null;
}

/** Runs in the page. A page that is not in the navigation asks for what the one above it asks for. */
function knownPages(): KnownPage[] {
  interface Route {
    readonly fullPath: string;
    readonly options: { readonly staticData?: { readonly page?: { readonly permission?: Permission } } };
  }
  const router = window.__TSR_ROUTER__ as unknown as { readonly routesById: Record<string, Route> };
  const inside = Object.entries(router.routesById)
    .filter(([id]) => id.startsWith('/shell/'))
    .map(([, { fullPath, options }]) => ({ path: fullPath, row: options.staticData?.page }));
  return inside.map(({ path, row }) => {
    const above = inside.find((one) => one.row && one.path !== '/' && path.startsWith(`${one.path}/`));
    return { path, isListed: row !== undefined, permission: (row ?? above?.row)?.permission ?? null };
  });
}

describe('the pages of a role', () => {
  let open: OpenWindow;
  withConsole(BUSY_ACME, (_, openWindow) => void (open = openWindow));

  it.each([...Object.entries(EMAIL_OF), ['workspace admin', WORKSPACE_ADMIN]])(
    'are those it may use, in the navigation and by their addresses: %s',
    async (_, email) => {
      const window = await open();
      await window.signIn(email, PASSWORD);
      const { permissions } = await window.page.evaluate<{ permissions: Record<string, unknown> }>(
        `fetch('/console/api/me').then((response) => response.json())`,
      );
      const pages = await window.page.evaluate(knownPages);
      const isAllowed = ({ permission }: KnownPage) =>
        permission === null || permissions[permission] !== undefined;
      const links = await window.page
        .getByRole('navigation')
        .first()
        .getByRole('link')
        .evaluateAll((all) => all.map((link) => link.getAttribute('href')!.replace(/^\/console\/?/, '/')));
      const listed = pages.filter((page) => page.isListed && isAllowed(page)).map(({ path }) => path);
      expect(listed.filter((path) => !links.includes(path))).toEqual([]);
      const hidden = pages.filter((page) => !isAllowed(page)).map(({ path }) => path);
      expect(links.filter((path) => hidden.includes(path))).toEqual([]);
      const refused: string[] = [];
      window.page.on('response', (response) => {
        if (response.status() === 403) refused.push(response.url());
      });
      for (const path of hidden) {
        await window.move(path.replaceAll(/\$\w+/g, 'any'));
        expect([path, await window.page.locator('h1').textContent()]).toEqual([path, 'Page not found']);
      }
      expect(refused).toEqual([]);
      await window.close();
    },
  );
});

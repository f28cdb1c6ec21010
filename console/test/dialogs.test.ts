import { describe, expect, it } from 'vitest';
import { PASSWORD } from './acme.ts';
import { BUSY_ACME, EMAIL_OF, fillBusyAcme, type BusyIds } from './busy-acme.ts';
import { buttonsOutOfSight } from './buttons-out-of-sight.ts';
import { ConsoleWalk } from './console-walk.ts';
import type { ConsoleWindow } from './console-window.ts';
import { DIALOGS } from './dialog-titles.ts';
import { pagePaths } from './page-paths.ts';
import { withConsole } from './with-console.ts';

const NAMES = BUSY_ACME.organizations
  .flatMap(({ members, workspaces }) => [...members, ...workspaces])
  .map(({ name }) => name);

describe('every page of the Console', () => {
  let ids: BusyIds;
  /** Of the primary owner, who signed in before she had an authenticator app. */
  let window: ConsoleWindow;

  withConsole(BUSY_ACME, async (running, open) => {
    window = await open();
    await window.signIn(EMAIL_OF.primary_owner, PASSWORD);
    ids = await fillBusyAcme(running);
  });

  it('D-CONS-5 opens every dialog by its button; each is accessible, closes by Escape and gives the focus back', async () => {
    const wrong: string[] = [];
    // Narrow: what is in a dialog must fit there, too.
    await window.page.setViewportSize({ width: 360, height: 800 });
    const look = async (title: string): Promise<void> => {
      if (await window.scrollsSideways()) wrong.push(`${title}: wider than the dialog`);
      wrong.push(...(await buttonsOutOfSight(window)).map((button) => `${title}: ${button} is out of sight`));
      wrong.push(...(await window.violations()).map((violation) => `${title}: ${violation}`));
    };
    const walk = new ConsoleWalk(window, look, [
      `/workspaces/${ids.workspaceId}`,
      `/tunnels/${ids.workspaceId}/${ids.tunnelId}`,
      `/agents/${ids.workspaceId}/${ids.agentId}`,
      '/models/Svc%20Standard',
    ]);
    const pages = await walk.everywhere();
    expect(wrong).toEqual([]);
    expect(walk.faults).toEqual([]);
    const named = new RegExp(`“.*”|\\S+@\\S+|${NAMES.join('|')}`);
    const titles = new Set([...walk.dialogs].map((title) => title.replace(named, '*')));
    expect(DIALOGS.filter((title) => !titles.has(title))).toEqual([]);
    // Beside these the mail and the event that happen to be the newest.
    expect([...titles].filter((title) => !DIALOGS.includes(title)).join(' | ')).toMatch(/^[^|]+ \| [^|]+$/);
    const known = (
      await pagePaths(window, {
        keyId: '*',
        workspaceId: '*',
        batchId: '*',
        owner: '*',
        webhookId: '*',
        tunnelId: '*',
        agentId: '*',
        connectionId: '*',
        template: 'greeting',
        modelId: '*',
        requestId: '*',
        inviteToken: '',
      })
    ).inside;
    const reached = new Set(pages.flatMap((path) => [path, path.split('?')[0]!]));
    const unreached = known.filter((path) => !path.includes('?') && !reached.has(path));
    expect(unreached.toSorted()).toEqual(['/choose-organization', '/device', '/no-such-page']);
    expect(window.wrongs).toEqual([]);
  }, 420_000);
});

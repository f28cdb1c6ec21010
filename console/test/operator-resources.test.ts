import { describe, expect, it } from 'vitest';
import { MAIN_KEY, type RunningConsole } from '../../server/test-kit/index.ts';
import { ACME } from './acme.ts';
import type { ConsoleWindow } from './console-window.ts';
import { setUpOperator } from './set-up-operator.ts';
import { withConsole, type OpenWindow } from './with-console.ts';

const [acme] = ACME.organizations;
const PROVISIONING = {
  organizations: [
    {
      ...acme!,
      admin_keys: [
        { name: 'ops', created_by: 'ada@acme.test', secret: `sk_admin_${'b'.repeat(64)}`, allowed_ips: [] },
      ],
      spend_limits: [{ scope: 'workspace', workspace: 'Research', limit_usd: '12.50' }],
    },
  ],
};
const TABS = ['Members', 'Workspaces', 'API keys', 'Admin keys', 'Spend limits'] as const;

describe('what operators see of an organization', () => {
  let service: RunningConsole;
  let open: OpenWindow;
  let window: ConsoleWindow;

  withConsole(PROVISIONING, async (running, openWindow) => {
    [service, open] = [running, openWindow];
    window = await open();
    await setUpOperator(service, window, { email: 'otto@svc.test', role: 'operator' });
  });

  const openAcme = async (at = window): Promise<void> => {
    await at.goto('/operator?search=acme');
    await at.page.getByRole('link', { name: 'Acme' }).click();
    await at.page.getByRole('tab', { name: 'Members' }).waitFor();
  };
  const openTab = (name: (typeof TABS)[number], at = window) => at.page.getByRole('tab', { name }).click();
  const rowsOf = (name: string, at = window) =>
    at.page.getByRole('region', { name, exact: true }).locator('tbody tr');
  const toast = (text: string) => window.page.getByText(text, { exact: true }).waitFor();
  const call = async (): Promise<number> =>
    (await service.post('/v1/chat/completions', MAIN_KEY, { messages: 'none' })).status;

  it('are its workspaces, with how many keys they have and what they may spend', async () => {
    await openAcme();
    await openTab('Workspaces');
    const research = rowsOf('Workspaces').filter({ hasText: 'Research' });
    await research.getByText('$12.50').waitFor();
    await rowsOf('Workspaces')
      .filter({ hasText: 'Default' })
      .getByRole('cell', { name: '1' })
      .first()
      .waitFor();
    expect(await rowsOf('Workspaces').count()).toBe(2);
    expect(await window.violations()).toEqual([]);
  });

  it('are its keys, which are revoked after a question', async () => {
    const { page } = window;
    await openAcme();
    await openTab('API keys');
    expect(await call()).toBe(400);
    await window.button('Revoke website backend').click();
    await window.dialog.getByText('cannot be brought back').waitFor();
    expect(await window.violations()).toEqual([]);
    await window.dialog.getByRole('button', { name: 'Revoke', exact: true }).click();
    await toast('Key revoked.');
    expect(await call()).toBe(401);
    await page.getByText('There is no key in this state.').waitFor();
    await page.getByLabel('Show').selectOption('revoked');
    await rowsOf('API keys').getByText('Revoked').waitFor();
    expect(await window.button('Revoke website backend').count()).toBe(0);
    await openTab('Admin keys');
    await window.button('Revoke ops').click();
    await window.dialog.getByText('Owners are notified by mail.').waitFor();
    await window.dialog.getByRole('button', { name: 'Revoke', exact: true }).click();
    await page.getByText('No admin keys').waitFor();
    expect(window.wrongs).toEqual([]);
  });

  it('are its spend limits, of which they set that of the whole', async () => {
    const { page } = window;
    await openAcme();
    await openTab('Spend limits');
    await rowsOf('Spend limits').getByText('$12.50').waitFor();
    await window.button('Change').click();
    await page.getByLabel('US dollars per month').fill('many');
    await window.button('Save').click();
    await window.dialog
      .getByText(/must be US dollars/i)
      .first()
      .waitFor();
    await page.getByLabel('US dollars per month').fill('300');
    await window.button('Save').click();
    await toast('Spend limit changed.');
    await expect.poll(() => rowsOf('Spend limits').getByText('$300.00').count()).toBe(1);
    await window.button('Change').click();
    expect(await page.getByLabel('US dollars per month').inputValue()).toBe('300.00');
    await page.getByLabel('US dollars per month').fill('');
    await window.button('Save').click();
    await expect.poll(() => rowsOf('Spend limits').count()).toBe(1);
  });

  it('are told to viewers, without what changes them', async () => {
    const viewer = await open();
    await setUpOperator(service, viewer, { email: 'vera@svc.test', role: 'operator_viewer' });
    await openAcme(viewer);
    await openTab('API keys', viewer);
    await viewer.page.getByLabel('Show').selectOption('all');
    await rowsOf('API keys', viewer).getByText('website backend').waitFor();
    expect(await viewer.page.getByRole('button', { name: /^Revoke/ }).count()).toBe(0);
    await openTab('Spend limits', viewer);
    await rowsOf('Spend limits', viewer).getByText('$12.50').waitFor();
    expect(await viewer.button('Change').count()).toBe(0);
    expect(viewer.wrongs).toEqual([]);
    await viewer.close();
  });

  it('fit every screen, in both schemes', async () => {
    const { page } = window;
    for (const width of [1440, 360])
      for (const scheme of ['light', 'dark'] as const) {
        await page.setViewportSize({ width, height: 800 });
        await openAcme();
        for (const name of TABS) {
          await openTab(name);
          if (name === 'API keys') await page.getByLabel('Show').selectOption('all');
          await window.settled();
          expect([name, scheme, await window.violationsIn(scheme)]).toEqual([name, scheme, []]);
          expect([name, width, await window.scrollsSideways()]).toEqual([name, width, false]);
          expect([name, await window.cutTexts()]).toEqual([name, []]);
        }
      }
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  it('list the people who run the deployment, with their second factor', async () => {
    const { page } = window;
    await service.operator.addOperator({ email: 'newcomer@svc.test', role: 'operator' });
    for (const width of [1440, 360])
      for (const scheme of ['light', 'dark'] as const) {
        await page.setViewportSize({ width, height: 800 });
        await window.goto('/operator/operators');
        await rowsOf('Operators')
          .filter({ hasText: 'newcomer@svc.test' })
          .getByText('Link not used yet')
          .waitFor();
        expect(
          await rowsOf('Operators').filter({ hasText: 'otto@svc.test' }).getByText('Set up').count(),
        ).toBe(1);
        expect(await window.violationsIn(scheme)).toEqual([]);
        expect([width, await window.scrollsSideways()]).toEqual([width, false]);
      }
    await page.setViewportSize({ width: 1280, height: 800 });
    expect(window.wrongs).toEqual([]);
  });

  it('show how each route does, over a time that is kept in the address', async () => {
    const { page } = window;
    await window.goto('/operator/engines');
    await page.getByText('No calls in this time').first().waitFor();
    await page.getByLabel('Calls of all nodes').selectOption('7d');
    await page.waitForURL((url) => url.search === '?span=7d');
    expect(await window.violations()).toEqual([]);
  });
});

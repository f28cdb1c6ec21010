import { describe, expect, it } from 'vitest';
import { ApiBrowser, type RunningConsole } from '../../server/test-kit/index.ts';
import { ACME, PASSWORD } from './acme.ts';
import type { ConsoleWindow } from './console-window.ts';
import { withConsole, type OpenWindow } from './with-console.ts';

describe('lists of people, workspaces and events in the Console', () => {
  let service: RunningConsole;
  let open: OpenWindow;
  let window: ConsoleWindow;
  let ada: ApiBrowser;

  withConsole(ACME, async (running, openWindow) => {
    [service, open] = [running, openWindow];
    ada = new ApiBrowser(service.baseUrl);
    await ada.signIn('ada@acme.test', PASSWORD);
    // Where times are longest.
    window = await open({ locale: 'en-US', viewport: { width: 1440, height: 900 } });
    await window.signIn('ada@acme.test', PASSWORD);
  });

  const firstCells = (list: string) =>
    window.page.getByRole('region', { name: list }).locator('tbody tr td:first-child').allInnerTexts();
  const shows = (list: string, wanted: readonly RegExp[]) =>
    expect
      .poll(async () => {
        const texts = await firstCells(list);
        return texts.length === wanted.length && wanted.every((text, i) => text.test(texts[i]!));
      })
      .toBe(true);
  const sort = (header: string) =>
    window.page.getByRole('columnheader', { name: header }).getByRole('button').click();

  it('searches and sorts members', async () => {
    await window.goto('/members');
    await shows('Members', [/Ada/, /Dev/, /Mem/]);
    await sort('Name');
    await shows('Members', [/Mem/, /Dev/, /Ada/]);
    await sort('Role');
    await shows('Members', [/Ada/, /Dev/, /Mem/]);
    const search = window.page.getByRole('searchbox', { name: 'Search members' });
    await search.fill('DEV@acme');
    await shows('Members', [/Dev/]);
    await search.fill('');
    await window.page.getByLabel('Role').selectOption('Member');
    await shows('Members', [/Mem/]);
    await search.fill('dev');
    await window.page.getByText('Nobody found').waitFor();
    expect(await window.violations()).toEqual([]);
  });

  it('searches and sorts workspaces, and opens one from anywhere in its row', async () => {
    await window.goto('/workspaces');
    await shows('Workspaces', [/Default/, /Research/]);
    await sort('Name');
    await shows('Workspaces', [/Research/, /Default/]);
    await window.page.getByRole('searchbox', { name: 'Search workspaces' }).fill('sear');
    await shows('Workspaces', [/Research/]);
    expect(await window.violations()).toEqual([]);
    const row = (await window.page.getByRole('row').filter({ hasText: 'Research' }).boundingBox())!;
    await window.page.mouse.click(row.x + row.width - 10, row.y + 10);
    await window.page.getByRole('heading', { name: 'Research' }).waitFor();
  });

  it('finds events by who, by kind, by the present name of what, and by time', async () => {
    const { body } = await ada.get('/console/api/api_keys');
    const [key] = body['data'] as { id: string }[];
    await ada.send('PATCH', `/console/api/api_keys/${key!.id}`, { name: 'shop 100%' });
    await ada.post('/console/api/groups', { name: 'Builders', user_ids: [] });
    await window.goto('/audit');
    const events = () =>
      window.page.getByRole('region', { name: 'Audit events' }).getByRole('button', { name: /^Show/ });
    await window.page.getByRole('searchbox').fill('SHOP 100%');
    await expect.poll(() => events().allInnerTexts()).toContain('API key changed');
    await expect.poll(() => events().allInnerTexts()).not.toContain('Group created');
    await window.page.getByRole('searchbox').fill('');
    await window.page.getByLabel('Event', { exact: true }).selectOption('All: People');
    await expect.poll(() => events().allInnerTexts()).toEqual(['Group created']);
    expect(await window.violations()).toEqual([]);
    await window.page.getByRole('combobox', { name: 'Who' }).fill('Dev Eloper');
    await window.page.getByText('No events match these filters.').waitFor();
    await window.button('Clear').click();
    const who = window.page.getByRole('combobox', { name: 'Who' });
    const listed = window.page.getByRole('listbox').getByRole('option');
    await who.pressSequentially('acme.test');
    await expect.poll(() => listed.count()).toBeGreaterThan(1);
    expect(await window.violations()).toEqual([]);
    await who.fill('lovel');
    await expect.poll(() => listed.allInnerTexts()).toEqual(['Ada Lovelace\nada@acme.test']);
    await window.page.keyboard.press('Enter');
    await expect.poll(() => who.inputValue()).toBe('Ada Lovelace');
    await expect.poll(() => window.page.url()).toContain('actor=user_');
    await expect.poll(() => events().allInnerTexts()).toContain('Group created');
    await who.fill('DEV@');
    await listed.click();
    await expect.poll(() => who.inputValue()).toBe('Dev Eloper');
    await window.page.getByText('No events match these filters.').waitFor();
    await who.fill('ada@acme');
    await window.page.keyboard.press('Tab');
    await expect.poll(() => who.inputValue()).toBe('Ada Lovelace');
    await window.button('Clear').click();
    await window.move('/audit?from=2019-01-01&to=2020-01-01');
    await window.page.getByText('No events match these filters.').waitFor();
    await window.button('Clear').click();
    await expect.poll(() => events().count()).toBeGreaterThan(2);
  });

  it('keeps what is typed while the address changes to what was typed before', async () => {
    const { page } = window;
    await window.goto('/audit');
    await page.evaluate(`{
      const navigate = __TSR_ROUTER__.navigate;
      __TSR_ROUTER__.navigate = async (options) => {
        document.body.dataset.navigates = 'yes';
        await new Promise((resolve) => setTimeout(resolve, 500));
        await navigate(options);
      };
    }`);
    const search = page.getByRole('searchbox');
    await search.pressSequentially('shop');
    await page.locator('body[data-navigates]').waitFor();
    await search.pressSequentially('s');
    await expect.poll(() => page.url()).toContain('resource=shop');
    expect(await search.inputValue()).toBe('shops');
    await page.reload();
  });

  it('names what an event is about with a link to it, lets ids be copied, and cuts no time', async () => {
    await window.goto('/audit');
    await window.settled();
    const cut = await window.page
      .locator('td:has(> time)')
      .evaluateAll(
        (cells) => cells.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length,
      );
    expect(cut).toBe(0);
    expect(await window.page.locator('td > time').count()).toBeGreaterThan(0);
    const row = window.page.getByRole('row').filter({ hasText: 'API key changed' });
    await row.getByRole('link', { name: 'shop 100%' }).click();
    await window.page.getByRole('heading', { name: 'shop 100%' }).waitFor();
    await window.page.goBack();
    const session = window.page.getByRole('row').filter({ hasText: 'Signed in' }).first();
    const id = await session.locator('code').innerText();
    expect(await session.getByTitle(id).count()).toBe(1);
    await session.getByRole('button', { name: /^Copy/ }).waitFor();
    // Elsewhere the row opens the event.
    const box = (await row.boundingBox())!;
    await window.page.mouse.click(box.x + box.width - 20, box.y + box.height / 2);
    await window.page.getByRole('heading', { name: 'API key changed' }).waitFor();
    expect(await window.violations()).toEqual([]);
    expect(window.wrongs).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { ApiBrowser, type RunningConsole } from '../../server/test-kit/index.ts';
import { ACME, PASSWORD } from './acme.ts';
import type { ConsoleWindow } from './console-window.ts';
import { withConsole, type OpenWindow } from './with-console.ts';

const [acme] = ACME.organizations;
const NAMES = ['alpha', 'beta 100%', 'Gamma', 'delta', 'epsilon'];
const secretOf = (position: number) => `sk_live_${String(position + 2).repeat(64)}`;
const PROVISIONING = {
  organizations: [
    {
      ...acme!,
      keys: [
        ...acme!.keys,
        ...NAMES.map((name, position) => ({
          name,
          kind: 'private',
          workspace: position < 2 ? 'Research' : 'Default',
          created_by: position === 4 ? 'dev@acme.test' : 'ada@acme.test',
          secret: secretOf(position),
        })),
      ],
    },
  ],
};

describe('the list of keys in the Console', () => {
  let service: RunningConsole;
  let open: OpenWindow;
  let window: ConsoleWindow;
  let ada: ApiBrowser;

  withConsole(PROVISIONING, async (running, openWindow) => {
    [service, open] = [running, openWindow];
    ada = new ApiBrowser(service.baseUrl);
    await ada.signIn('ada@acme.test', PASSWORD);
    window = await open();
    await window.signIn('ada@acme.test', PASSWORD);
  });

  const table = () => window.page.getByRole('region', { name: 'API keys' });
  const names = () => table().getByRole('link').allTextContents();
  const shows = (wanted: readonly string[]) => expect.poll(names).toEqual(wanted);
  const select = (name: string) => window.page.getByLabel(`Select ${name}`, { exact: true });
  const statuses = async (): Promise<Record<string, string>> => {
    const { body } = await ada.get('/console/api/api_keys?status=all&limit=100');
    const keys = body['data'] as { name: string; status: string }[];
    return Object.fromEntries(keys.map(({ name, status }) => [name, status]));
  };

  it('searches while one types, takes characters for themselves, and keeps the search in the address', async () => {
    await window.goto('/keys?sort=name');
    const search = window.page.getByRole('searchbox', { name: 'Search keys' });
    await search.fill('research ada');
    await shows(['alpha', 'beta 100%']);
    await search.fill('%');
    await shows(['beta 100%']);
    expect(new URL(window.page.url()).searchParams.get('q')).toBe('%');
    await window.page.reload();
    await shows(['beta 100%']);
    expect(await search.inputValue()).toBe('%');
    await search.fill('nothing like it');
    await window.page.getByText('No keys found').waitFor();
    expect(await window.violations()).toEqual([]);
  });

  it('finds a key by a secret that is pasted, which goes into no address', async () => {
    await window.goto('/keys');
    await window.page.getByRole('searchbox', { name: 'Search keys' }).fill(secretOf(3));
    await shows(['delta']);
    expect(window.page.url()).not.toContain('5'.repeat(10));
    expect(new URL(window.page.url()).searchParams.get('q')).toBe('sk_live_5555…5555');
  });

  it('sorts by the header that is pressed, which keeps the focus, and filters by owner and workspace', async () => {
    await window.goto('/keys');
    await window.page.getByRole('button', { name: 'Name' }).click();
    await shows(['alpha', 'beta 100%', 'delta', 'epsilon', 'Gamma', 'website backend']);
    const header = window.page.getByRole('columnheader', { name: 'Name' });
    expect(await header.getAttribute('aria-sort')).toBe('ascending');
    await window.page.keyboard.press('Enter');
    await shows(['website backend', 'Gamma', 'epsilon', 'delta', 'beta 100%', 'alpha']);
    expect(await header.getAttribute('aria-sort')).toBe('descending');
    await window.page.getByLabel('Workspace').selectOption({ label: 'Research' });
    await shows(['beta 100%', 'alpha']);
    await window.button('Clear').click();
    await window.page.getByRole('combobox', { name: 'Owner' }).fill('Dev Eloper');
    await shows(['epsilon']);
    expect(await window.violations()).toEqual([]);
  });

  it('opens a key from anywhere in its row, and from no checkbox', async () => {
    await window.goto('/keys?sort=name');
    await window.settled();
    await select('alpha').click();
    expect(new URL(window.page.url()).pathname).toBe('/console/keys');
    const row = window.page.getByRole('row').filter({ hasText: 'delta' });
    const box = (await row.boundingBox())!;
    await window.page.mouse.click(box.x + box.width - 20, box.y + box.height / 2);
    await window.page.getByRole('heading', { name: 'delta' }).waitFor();
  });

  it('opens a key in a tab of its own with Ctrl, and loads it ahead of a click', async () => {
    // Loaded again: what an earlier test looked at would not be loaded again.
    await window.load('/keys?sort=name');
    await window.settled();
    const link = table().getByRole('link', { name: 'delta', exact: true });
    const loaded = window.page.waitForRequest(/api\/api_keys\/apikey_/);
    await link.hover();
    await loaded;
    const opened = window.context.waitForEvent('page');
    await link.click({ modifiers: ['Control'] });
    const tab = await opened;
    await tab.getByRole('heading', { name: 'delta' }).waitFor();
    await tab.close();
    expect(new URL(window.page.url()).pathname).toBe('/console/keys');
    await link.press('Enter');
    await window.page.getByRole('heading', { name: 'delta' }).waitFor();
  });

  it('deactivates the selected keys, with a range by Shift, and activates them again', async () => {
    await window.goto('/keys?sort=name&status=all');
    await window.settled();
    await select('alpha').click();
    await select('epsilon').click({ modifiers: ['Shift'] });
    await window.page.getByText('4 selected').waitFor();
    await select('delta').click();
    expect(await window.violations()).toEqual([]);
    await window.button('Deactivate').click();
    await window.page.getByRole('heading', { name: 'Deactivate 3 keys?' }).waitFor();
    expect(await window.dialog.getByRole('listitem').allTextContents()).toEqual([
      'alpha',
      'beta 100%',
      'epsilon',
    ]);
    expect(await window.violations()).toEqual([]);
    await window.button('Deactivate 3 keys').click();
    await window.page.getByText('3 keys deactivated.').waitFor();
    expect(await statuses()).toMatchObject({ alpha: 'inactive', delta: 'active', epsilon: 'inactive' });
    expect(await window.page.getByText('selected').count()).toBe(0);
    await window.page.getByLabel('Select all loaded rows').click();
    await window.button('Activate').click();
    await window.page.getByText('3 other selected stay as they are').waitFor();
    await window.button('Activate 3 keys').click();
    await window.page.getByText('3 keys activated.').waitFor();
    expect(new Set(Object.values(await statuses()))).toEqual(new Set(['active']));
  });

  it('revokes only after the number is typed, and names a key that somebody else revoked meanwhile', async () => {
    await window.goto('/keys?sort=name&status=all');
    await window.settled();
    await select('alpha').click();
    await select('beta 100%').click();
    const { body } = await ada.get('/console/api/search/api_keys?search=beta');
    const [beta] = body['data'] as { id: string }[];
    await ada.post(`/console/api/api_keys/${beta!.id}/revoke`);
    // As the page knows it, it is active: what it may no longer become is said by name.
    await window.button('Deactivate').click();
    await window.button('Deactivate 2 keys').click();
    const failed = window.dialog.getByRole('region', { name: 'Not changed: 1 key' });
    await failed.getByText('beta 100%').waitFor();
    expect(await failed.textContent()).toContain('revoked');
    await window.dialog.getByText('1 key deactivated.').waitFor();
    expect(await window.violations()).toEqual([]);
    await window.dialog.getByRole('button', { name: 'Close' }).last().click();
    await window.page.getByText('1 selected').waitFor();
    await window.button('Clear selection').click();
    await select('alpha').click();
    await select('delta').click();
    await window.button('Revoke').click();
    const confirm = window.button('Revoke 2 keys');
    expect(await confirm.isDisabled()).toBe(true);
    await window.dialog.getByLabel('Type 2 to confirm').fill('2');
    await confirm.click();
    await window.page.getByText('2 keys revoked.').waitFor();
    expect(await statuses()).toMatchObject({
      alpha: 'revoked',
      'beta 100%': 'revoked',
      delta: 'revoked',
      Gamma: 'active',
    });
  });

  it('goes on after the network was gone, with what was not sent', async () => {
    await window.goto('/keys?sort=name');
    await window.settled();
    await select('Gamma').click();
    await window.button('Deactivate').click();
    await window.page.route('**/bulk/api_keys', (route) => route.abort());
    await window.button('Deactivate 1 key').click();
    await window.dialog.getByText('1 key not tried yet.').waitFor();
    await window.unroute();
    await window.button('Continue').click();
    await window.page.getByText('1 key deactivated.').waitFor();
    expect(await statuses()).toMatchObject({ Gamma: 'inactive' });
  });

  it('a developer sees and selects only their own keys', async () => {
    const other = await open();
    await other.signIn('dev@acme.test', PASSWORD);
    await other.goto('/keys');
    await other.settled();
    const region = other.page.getByRole('region', { name: 'API keys' });
    expect(await region.getByRole('link').allTextContents()).toEqual(['epsilon']);
    expect(await other.page.getByRole('combobox', { name: 'Owner' }).count()).toBe(0);
    expect([window.wrongs, other.wrongs]).toEqual([[], []]);
    await other.close();
  });
});

import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { ApiBrowser, MAIN_KEY, type RunningConsole } from '../../server/test-kit/index.ts';
import { ACME, PASSWORD } from './acme.ts';
import type { ConsoleWindow } from './console-window.ts';
import { withConsole, type OpenWindow } from './with-console.ts';

const [acme] = ACME.organizations;
const more = [
  { email: 'adam@acme.test', name: 'Adam Ministrator', role: 'administrator', password: PASSWORD },
  { email: 'bill@acme.test', name: 'Bill Ing', role: 'billing', password: PASSWORD },
];
const PROVISIONING = { organizations: [{ ...acme, members: [...acme!.members, ...more] }] };

describe('administration in the Console', () => {
  let service: RunningConsole;
  let open: OpenWindow;
  let window: ConsoleWindow;

  withConsole(PROVISIONING, async (running, openWindow) => {
    [service, open] = [running, openWindow];
    window = await open();
    await window.signIn('ada@acme.test', PASSWORD);
  });

  const row = (text: string) => window.page.getByRole('row').filter({ hasText: text });
  const submit = (name: string) => window.dialog.getByRole('button', { name, exact: true }).click();
  const said = (text: string) => window.page.getByText(text, { exact: true }).first().waitFor();
  async function choose(menu: string, item: string): Promise<void> {
    await window.button(menu).click();
    await window.page.getByRole('menuitem', { name: item }).click();
  }
  async function asRole(email: string, look: (other: ConsoleWindow) => Promise<void>): Promise<void> {
    const other = await open();
    await other.signIn(email, PASSWORD);
    await look(other);
    expect(other.wrongs).toEqual([]);
    await other.close();
  }

  it('D-CONS-5 invites somebody; the link waits in the outbox, and the invite can be withdrawn', async () => {
    await window.goto('/members?tab=invites');
    await window.button('Invite member').click();
    await window.dialog.getByLabel('Email').fill('new@acme.test');
    await window.dialog.getByLabel('Role in Research').selectOption('workspace_user');
    expect(await window.violations()).toEqual([]);
    await submit('Create invite');
    await window.dialog.getByText('This service sends no mail. Give this link to new@acme.test').waitFor();
    const shown = await window.dialog.locator('[data-secret]').textContent();
    expect(await window.violations()).toEqual([]);
    await submit('Done');
    await row('new@acme.test').getByText('Pending').waitFor();
    await window.goto('/outbox');
    await window.button('Show “You are invited to Acme”').click();
    await window.dialog.getByText('This mail was not sent.').waitFor();
    const link = /\S+\/console\/invite#\S+/.exec((await window.dialog.textContent()) ?? '')?.[0];
    expect(link).toBe(shown);
    await window.goto('/members?tab=invites');
    await choose('Actions for new@acme.test', 'Revoke invite');
    await submit('Revoke invite');
    await row('new@acme.test').getByText('Revoked').waitFor();
  });

  it('D-ADM-2 changes a role and removes a member', async () => {
    await window.goto('/members');
    await choose('Actions for Mem Ber', 'Change role');
    await window.dialog.getByLabel('Role').selectOption('developer');
    await submit('Change role');
    await row('mem@acme.test').getByRole('cell', { name: 'Developer', exact: true }).waitFor();
    await choose('Actions for Mem Ber', 'Remove from the organization');
    await window.dialog.getByLabel('Type mem@acme.test to confirm').fill('mem@acme.test');
    await submit('Remove');
    await said('Mem Ber is no longer a member.');
    expect(await row('mem@acme.test').count()).toBe(0);
  });

  it('D-ADM-5 makes a group and gives it a spend limit', async () => {
    await window.goto('/members?tab=groups');
    await window.button('New group').click();
    await window.dialog.getByLabel('Name').fill('Builders');
    await window.dialog.getByRole('checkbox', { name: 'Dev Eloper' }).check();
    await submit('Create group');
    await row('Builders').getByText('1 member').waitFor();
    await window.goto('/limits?tab=spend');
    await window.button('Set a spend limit').click();
    await window.dialog.getByLabel('Applies to', { exact: true }).selectOption('group');
    await window.dialog.getByLabel('US dollars per month').fill('much');
    await submit('Set limit');
    await window.dialog.getByText('must be US dollars').first().waitFor();
    await window.dialog.getByLabel('US dollars per month').fill('7.5');
    await submit('Set limit');
    await row('Group Builders').getByText('$0.00 of $7.50', { exact: true }).waitFor();
    await choose('Actions for Group Builders', 'Remove');
    await submit('Remove');
    await said('Limit removed.');
    expect(await row('Group Builders').count()).toBe(0);
  });

  it('D-ADM-5 sets nothing back that somebody else changed while a group was edited', async () => {
    await window.goto('/members?tab=groups');
    await choose('Actions for Builders', 'Edit');
    await window.dialog.getByLabel('Name').fill('Makers');
    const sent = window.page.waitForRequest((request) => request.method() === 'PATCH');
    await submit('Save');
    expect((await sent).postDataJSON()).toEqual({ name: 'Makers' });
    await row('Makers').getByText('1 member').waitFor();
  });

  it('D-CONS-5 leaves a dialog open when one that was closed before is done', async () => {
    const { page } = window;
    await window.goto('/members?tab=groups');
    const hold = async (path: string) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      await page.route(path, async (route) => {
        await promise;
        await route.continue();
      });
      return resolve;
    };
    const create = await hold('**/console/api/groups');
    await window.button('New group').click();
    await window.dialog.getByLabel('Name').fill('Late');
    await submit('Create group');
    await page.keyboard.press('Escape');
    await window.button('New group').click();
    create();
    await said('Group Late created.');
    expect(await window.dialog.getByLabel('Name').inputValue()).toBe('');
    await page.keyboard.press('Escape');
    await window.unroute();
    const remove = await hold('**/console/api/groups/*');
    await choose('Actions for Late', 'Delete');
    await submit('Delete');
    await page.keyboard.press('Escape');
    await choose('Actions for Makers', 'Delete');
    remove();
    await said('Group deleted.');
    await window.dialog.getByText('Makers').first().waitFor();
    await page.keyboard.press('Escape');
    await window.unroute();
  });

  it('D-CONS-5 CONS-18 makes a workspace, lets people and addresses in, limits it and archives it', async () => {
    await window.goto('/workspaces');
    await window.button('New workspace').click();
    await window.dialog.getByLabel('Name').fill('Staging');
    await submit('Create workspace');
    await window.page.getByRole('link', { name: 'Staging' }).click();
    await window.page.getByLabel('Addresses and ranges').fill('10.0.0.7/8');
    await window.page.getByRole('button', { name: 'Save' }).nth(1).click();
    await window.page.getByRole('definition').filter({ hasText: '10.0.0.0/8' }).waitFor();
    await window.page.getByRole('tab', { name: 'Members' }).click();
    await window.button('Add member').click();
    await window.dialog
      .getByLabel('Member', { exact: true })
      .selectOption({ label: 'Dev Eloper · dev@acme.test' });
    await submit('Add member');
    await row('Dev Eloper').getByRole('cell', { name: 'Workspace developer', exact: true }).waitFor();
    await window.page.getByRole('tab', { name: 'Rate limits' }).click();
    await window.page.getByLabel('Requests per minute of Svc Standard').fill('20');
    await window.button('Save limits').click();
    await window.button('Use organization limits').waitFor();
    expect(await window.page.getByLabel('Requests per minute of Svc Standard').inputValue()).toBe('20');
    expect(await window.violations()).toEqual([]);
    await window.page.getByRole('tab', { name: 'Settings' }).click();
    await window.button('Archive this workspace').click();
    await window.dialog.getByLabel('Type Staging to confirm').fill('Staging');
    await submit('Archive');
    await window.button('Restore this workspace').waitFor();
    await window.page.getByRole('tab', { name: 'Rate limits' }).click();
    const kept = window.page.getByLabel('Requests per minute of Svc Standard');
    expect([
      await kept.inputValue(),
      await kept.isEditable(),
      await window.button('Save limits').count(),
    ]).toEqual(['20', false, 0]);
  });

  it('D-CONS-7 records a payment once, and shows it in balance and ledger', async () => {
    await window.goto('/billing');
    const pay = async (): Promise<void> => {
      await window.button('Record a payment').click();
      await window.dialog.getByLabel('Amount (US dollars)').fill('40');
      await window.dialog.getByLabel('Reference').fill('INV-2026-1');
      await submit('Record payment');
    };
    await pay();
    await said('$40.00 added to the credits.');
    await window.page.getByText('$65.00', { exact: true }).waitFor();
    await row('INV-2026-1').getByText('$40.00').waitFor();
    await pay();
    await window.dialog.getByText('already recorded').first().waitFor();
    expect(await row('INV-2026-1').count()).toBe(1);
    expect(await window.page.getByRole('meter').count()).toBe(3);
  });

  it('D-CONS-5 shows what was used, exactly, and gives it as CSV', async () => {
    const messages = [{ role: 'user', content: 'Hi' }];
    const response = await service.post('/v1/chat/completions', MAIN_KEY, { messages, stream: false });
    const { usage } = (await response.json()) as { usage: { total_tokens: number } };
    const today = async (): Promise<string | null> => {
      await window.goto('/usage?show=tokens&by=api_key_id');
      await window.page.waitForLoadState('networkidle');
      const asTable = window.button('Show as table');
      if ((await asTable.count()) === 0) return null;
      await asTable.click();
      const table = window.page.getByRole('region', { name: 'Tokens per day by API key' });
      await table.waitFor();
      const latest = table.getByRole('row').nth(1);
      return (await latest.count()) === 0 ? null : latest.getByRole('cell').last().textContent();
    };
    // A call is in the reports within seconds.
    await expect.poll(today).toBe(String(usage.total_tokens));
    const download = window.page.waitForEvent('download');
    await window.button('Download CSV').click();
    const lines = (await readFile(await (await download).path(), 'utf8')).split('\r\n');
    expect(lines[0]).toBe('start,end,group_id,group,amount');
    expect(lines[1]).toMatch(
      new RegExp(`^[\\dT:-]+Z,[\\dT:-]+Z,apikey_\\w+,website backend,${usage.total_tokens}$`),
    );
    await window.goto('/usage?from=2026-11-22&to=2026-11-01');
    await window.page.getByText('a range of at most two years that ends after it starts').waitFor();
  });

  it('D-ADM-6 finds events of the audit log and says what changed', async () => {
    await window.goto('/audit');
    await window.page.getByLabel('Event', { exact: true }).selectOption('Role changed');
    await window.button('Show the event Role changed').click();
    const change = window.dialog.getByRole('row').filter({ hasText: 'role' });
    expect(await change.getByRole('cell').allTextContents()).toEqual(['member', 'developer']);
    expect(await window.violations()).toEqual([]);
    await window.button('Close').click();
    await window.button('Clear').click();
    await window.button('Show the event Payment recorded').waitFor();
  });

  it('D-ADM-4 changes settings, refuses what is no domain, and shows the new name at once', async () => {
    await window.goto('/settings');
    await window.page.getByLabel('Domains').fill('not a domain');
    await window.page.getByRole('button', { name: 'Save' }).nth(1).click();
    await window.page.getByText('must be a domain').first().waitFor();
    await window.page.getByLabel('Organization name').fill('Acme & Sons <b>');
    await window.page.getByRole('button', { name: 'Save' }).first().click();
    await window.page.getByText('Acme & Sons <b>', { exact: true }).first().waitFor();
    // Nothing failed, was refused by the policy or asked of anybody else, on any of the pages before.
    expect(window.wrongs).toEqual([]);
  });

  it('D-ADM-4 shows the policy that is in force when somebody else changed it meanwhile', async () => {
    await window.goto('/settings');
    const none = window.page.getByLabel('None');
    expect(await none.isChecked()).toBe(false);
    const ada = new ApiBrowser(service.baseUrl);
    await ada.signIn('ada@acme.test', PASSWORD);
    await ada.send('PATCH', '/console/api/organization', {
      mcp_policy: { mode: 'none', tunnel_ids: [], urls: [] },
    });
    // Saving refetches the settings.
    await window.page.getByRole('button', { name: 'Save' }).first().click();
    await said('Changes saved.');
    await expect.poll(() => none.isChecked()).toBe(true);
  });

  it('CODE-08 turns the reports of code clients off', async () => {
    await window.goto('/settings');
    const takes = window.page.getByLabel('Take reports of code clients');
    expect(await takes.isChecked()).toBe(true);
    await takes.uncheck();
    await window.page.getByRole('button', { name: 'Save' }).last().click();
    await said('Changes saved.');
    const ada = new ApiBrowser(service.baseUrl);
    await ada.signIn('ada@acme.test', PASSWORD);
    expect((await ada.get('/console/api/organization')).body['code_telemetry']).toBe(false);
  });

  it('WORK-19 a workspace keeps what somebody else set meanwhile and this page did not change', async () => {
    const ada = new ApiBrowser(service.baseUrl);
    await ada.signIn('ada@acme.test', PASSWORD);
    const { body } = await ada.post('/console/api/workspaces', { name: 'Shared', spend_limit_usd: '100' });
    const path = `/console/api/workspaces/${String(body['id'])}`;
    await window.goto(`/workspaces/${String(body['id'])}`);
    await window.page.getByLabel('Description').fill('Papers');
    await ada.send('PATCH', path, { spend_limit_usd: '5.00' });
    await window.button('Save').first().click();
    await expect.poll(async () => (await ada.get(path)).body['description']).toBe('Papers');
    expect((await ada.get(path)).body['spend_limit_usd']).toBe('5.00');
  });

  it('D-CONS-3 leaves out what a role may not do', async () => {
    await asRole('adam@acme.test', async (adam) => {
      await adam.goto('/members');
      await adam.button('Actions for Ada Lovelace').click();
      expect(await adam.page.getByRole('menuitem').allInnerTexts()).toEqual(['Sign-in and role']);
      await adam.page.keyboard.press('Escape');
      await adam.button('Invite member').click();
      const roles = adam.dialog.getByLabel('Role', { exact: true });
      expect(await roles.getByRole('option', { name: 'Owner' }).count()).toBe(0);
      await adam.dialog.getByLabel('Email').fill('later@acme.test');
      await adam.dialog.getByRole('button', { name: 'Create invite' }).click();
      await adam.dialog
        .getByText(/Ask an owner to pass on the link: they find it under Mail outbox/)
        .waitFor();
      expect(await adam.page.locator('[data-secret]').count()).toBe(0);
      await adam.goto('/settings');
      expect(await adam.page.getByText('MCP servers').count()).toBe(0);
      expect(await adam.page.getByRole('link', { name: 'Mail outbox' }).count()).toBe(0);
    });
    await asRole('bill@acme.test', async (bill) => {
      await bill.goto('/limits');
      await bill.page.getByText('Limits per minute').waitFor();
      expect(await bill.page.getByRole('tab').count()).toBe(0);
      await bill.goto('/billing');
      await bill.button('Record a payment').waitFor();
      for (const name of ['Members', 'Workspaces', 'Audit log', 'Settings']) {
        expect(await bill.page.getByRole('link', { name, exact: true }).count(), name).toBe(0);
      }
      await bill.goto('/audit');
      await bill.page.getByText('Page not found').waitFor();
    });
  });
});

import { describe, expect, it } from 'vitest';
import { ApiBrowser, Authenticator, type RunningConsole } from '../../server/test-kit/index.ts';
import { ACME, PASSWORD } from './acme.ts';
import type { ConsoleWindow } from './console-window.ts';
import { withConsole } from './with-console.ts';

const [acme] = ACME.organizations;
/** More than fit on one page of a list; who came first is on the last. */
const MANY = Array.from({ length: 110 }, (_, position) => ({
  email: `m${position}@acme.test`,
  name: `Member ${position}`,
  role: 'member',
}));
const PROVISIONING = { organizations: [{ ...acme, members: [...acme!.members, ...MANY] }] };

describe('what is chosen from in an organization of many people', () => {
  let service: RunningConsole;
  let window: ConsoleWindow;

  withConsole(PROVISIONING, async (running, open) => {
    service = running;
    window = await open();
    await window.signIn('ada@acme.test', PASSWORD);
  });

  it('D-ADM-5 holds every member for a group and a spend limit, and every group', async () => {
    const ada = new ApiBrowser(service.baseUrl);
    await ada.signIn('ada@acme.test', PASSWORD);
    for (let made = 0; made < 101; made += 1)
      await ada.post('/console/api/groups', { name: `Group ${made}`, user_ids: [] });
    const everybody = ['Ada Lovelace', 'Dev Eloper', 'Mem Ber', ...MANY.map(({ name }) => name)].toSorted();
    await window.goto('/members?tab=groups');
    await window.button('New group').click();
    const boxes = window.dialog.getByRole('checkbox');
    await expect.poll(() => boxes.count()).toBe(everybody.length);
    await window.goto('/limits?tab=spend');
    await window.button('Set a spend limit').first().click();
    const which = window.dialog.getByRole('combobox').nth(1).getByRole('option');
    await window.dialog.getByRole('combobox').first().selectOption('member');
    await expect.poll(async () => (await which.allTextContents()).toSorted()).toEqual(everybody);
    await window.dialog.getByRole('combobox').first().selectOption('group');
    await expect.poll(() => which.count()).toBe(101);
  });

  it('D-ADM-2 holds every member for the office of primary owner, which is handed over here alone', async () => {
    const ada = new ApiBrowser(service.baseUrl);
    await ada.signIn('ada@acme.test', PASSWORD);
    const { body } = await ada.post('/console/api/auth/authenticator', { password: PASSWORD });
    const app = new Authenticator(body['uri'] as string);
    await ada.post('/console/api/auth/authenticator/confirm', { code: app.code(service.nowMs()) });
    await window.goto('/settings');
    await window.button('Transfer ownership').click();
    await expect.poll(() => window.dialog.getByRole('option').count()).toBe(MANY.length + 2);
    expect(window.wrongs).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { ApiBrowser, Authenticator, type RunningConsole } from '../../server/test-kit/index.ts';
import { ACME, PASSWORD } from './acme.ts';
import type { ConsoleWindow } from './console-window.ts';
import { withConsole } from './with-console.ts';

describe('admin keys in the Console', () => {
  let service: RunningConsole;
  let window: ConsoleWindow;

  withConsole(ACME, async (running, open) => {
    service = running;
    window = await open();
    await window.signIn('ada@acme.test', PASSWORD);
  });

  /** An authenticator app for Ada, set up beside the pages. Each code it gives is of another half minute. */
  async function enrol() {
    const ada = new ApiBrowser(service.baseUrl);
    await ada.signIn('ada@acme.test', PASSWORD);
    const { body } = await ada.post('/console/api/auth/authenticator', { password: PASSWORD });
    const app = new Authenticator(body['uri'] as string);
    const nextCode = async () => {
      await service.advance(30);
      return app.code(service.nowMs());
    };
    await ada.post('/console/api/auth/authenticator/confirm', { code: await nextCode() });
    return { nextCode };
  }

  it('CONS-03 CONS-04 CONS-05 CONS-06 makes and revokes admin keys with a fresh code each, and advises to restrict them', async () => {
    const { page } = window;
    const submit = () => window.dialog.getByRole('button', { name: 'Create admin key' }).click();
    await window.goto('/admin-keys');
    await window.button('Create admin key').first().click();
    await window.dialog.getByText('Set up an authenticator app first').waitFor();
    const app = await enrol();
    await page.reload();
    await window.button('Create admin key').first().click();
    expect(await window.dialog.textContent()).toContain('Restrict it to the addresses');
    await window.dialog.getByLabel('Name').fill('nightly export');
    await window.dialog.getByLabel('Allowed addresses').fill('127.0.0.1');
    await window.dialog.getByLabel('Code from').fill('000000');
    await submit();
    await window.dialog.getByText('The code is wrong or was used before').waitFor();
    await window.dialog.getByLabel('Code from').fill(await app.nextCode());
    await submit();
    const secret = (await page.locator('[data-secret]').textContent()) ?? '';
    expect(secret).toMatch(/^sk_admin_/);
    const headers = { authorization: `Bearer ${secret}`, 'svc-beta': 'admin-2026-11-01' };
    const status = async () =>
      (await fetch(`http://127.0.0.1:${service.port}/v1/organizations/me`, { headers })).status;
    expect(await status()).toBe(200);
    await window.button('I have saved it').click();
    await window.button('Actions for nightly export').click();
    await page.getByRole('menuitem', { name: 'Revoke' }).click();
    await window.dialog.getByLabel('Code from').fill(await app.nextCode());
    await window.dialog.getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('The admin key is revoked.').waitFor();
    expect(await status()).toBe(401);
  });
});

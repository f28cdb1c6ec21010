import { describe, expect, it } from 'vitest';
import { ACME, PASSWORD } from './acme.ts';
import type { ConsoleWindow } from './console-window.ts';
import { withConsole } from './with-console.ts';

describe('links into the documentation', () => {
  let window: ConsoleWindow;

  withConsole(ACME, async (_service, open) => {
    window = await open();
    await window.signIn('ada@acme.test', PASSWORD);
  });

  it('open a tab of their own, so that nothing typed is lost', async () => {
    await window.goto('/webhooks');
    const link = window.page.locator('main header').getByRole('link', { name: 'Docs' });
    expect(await link.getAttribute('href')).toBe('/docs/webhooks/');
    const [opened] = await Promise.all([window.context.waitForEvent('page'), link.click()]);
    await opened.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor();
    await opened.close();
  });

  it('stand below the fields that need them', async () => {
    await window.button('Create webhook').first().click();
    const field = window.dialog.getByLabel('Address');
    const hint = await field.getAttribute('aria-describedby');
    expect(await window.page.locator(`[id="${hint}"] a`).getAttribute('href')).toBe('/docs/webhooks/');
    expect(await window.violations()).toEqual([]);
  });

  it('stand below what is said of an error', async () => {
    await window.goto('/keys/apikey_00000000000000000000000000');
    const link = window.page.getByRole('link', { name: 'About this error' });
    expect(await link.getAttribute('href')).toBe('/docs/errors/#404-not_found_error');
    expect(await window.violations()).toEqual([]);
  });
});

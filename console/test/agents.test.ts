import { describe, expect, it } from 'vitest';
import { ACME, PASSWORD } from './acme.ts';
import type { ConsoleWindow } from './console-window.ts';
import { withConsole } from './with-console.ts';

describe('the agents page', () => {
  let window: ConsoleWindow;
  withConsole(ACME, async (_service, open) => {
    window = await open();
    await window.signIn('ada@acme.test', PASSWORD);
  });

  it('AGENT-01 AGENT-15 AGENT-18 SHARE-09 SHARE-17 creates, changes, compares, archives and deletes an agent', async () => {
    const { page, dialog } = window;
    await window.goto('/agents');
    await window.button('Create agent').first().click();
    await dialog.getByLabel('Name').fill('Support');
    await dialog.getByLabel('Instructions').fill('Be <b>kind</b>.');
    await dialog.getByLabel('Tools').fill('no list');
    expect(await window.violations()).toEqual([]);
    await dialog.getByRole('button', { name: 'Create agent' }).click();
    await dialog.getByRole('alert').first().waitFor();
    expect(await dialog.getByLabel('Tools').getAttribute('aria-invalid')).toBe('true');
    await dialog.getByLabel('Tools').fill('[]');
    await dialog.getByRole('button', { name: 'Create agent' }).click();
    await page.getByRole('heading', { name: 'Support' }).waitFor();
    await window.button('Edit').click();
    await dialog.getByLabel('Instructions').fill('Be <b>brief</b>.');
    await dialog.getByRole('button', { name: 'Save version' }).click();
    const versions = page.getByRole('region', { name: 'Versions' });
    const changed = versions.getByRole('row').filter({ hasText: 'Removed: ' });
    await changed.waitFor();
    expect(await changed.textContent()).toBe('Removed: Be <b>kind</b>.Added: Be <b>brief</b>.');
    expect(await versions.locator('b').count()).toBe(0);
    expect(await window.violations()).toEqual([]);
    await window.button('More actions').click();
    await page.getByRole('menuitem', { name: 'Archive' }).click();
    await dialog.getByRole('button', { name: 'Archive' }).click();
    await page.getByText('This agent is archived.').waitFor();
    expect(await window.button('Edit').count()).toBe(0);
    await window.goto('/agents');
    await page.getByText('No agents').waitFor();
    await page.getByLabel('Show archived agents').check();
    await page.getByRole('link', { name: 'Support' }).click();
    await window.button('More actions').click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No agents').waitFor();
    expect(window.wrongs).toEqual([]);
  });
});

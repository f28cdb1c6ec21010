import { describe, expect, it } from 'vitest';
import type { RunningConsole } from '../../server/test-kit/index.ts';
import { ACME, PASSWORD } from './acme.ts';
import type { ConsoleWindow } from './console-window.ts';
import { withConsole, type OpenWindow } from './with-console.ts';

const EASY = 'This password is easy to guess. Use three or more unrelated words';

describe('passwords that are chosen', () => {
  let service: RunningConsole;
  let open: OpenWindow;

  withConsole(ACME, (running, openWindow) => {
    [service, open] = [running, openWindow];
  });

  const refused = async (window: ConsoleWindow, label: string): Promise<string | null> => {
    const field = window.page.getByLabel(label, { exact: true });
    await field.and(window.page.locator('[aria-invalid=true]')).waitFor();
    return window.page
      .locator(`#${(await field.getAttribute('id'))!.replaceAll(':', '\\:')}-error`)
      .textContent();
  };

  it('are refused beside the field on the page of a link when easy to guess, and a better one works', async () => {
    const { token } = await service.operator.resetSignIn({ organization: 'Acme' });
    const window = await open();
    await window.goto(`/set-up#${token.reveal()}`);
    await window.page.getByLabel('Name').fill('Ada Lovelace');
    await window.page.getByLabel('Email').fill('ada@acme.test');
    const choose = async (password: string): Promise<void> => {
      await window.page.getByLabel('Password', { exact: true }).fill(password);
      await window.page.locator('button[type=submit]').click();
    };
    await choose('password1234');
    expect(await refused(window, 'Password')).toContain(EASY);
    await choose('ada@acme.test');
    await window.page
      .getByText('This password is mostly your name, email or organization.')
      .first()
      .waitFor();
    expect(await window.violations()).toEqual([]);
    await choose(PASSWORD);
    await window.page.getByRole('heading', { name: 'Overview' }).waitFor();
    await window.close();
  });

  it('are refused beside the field when one changes it', async () => {
    const window = await open();
    await window.signIn('dev@acme.test', PASSWORD);
    await window.goto('/profile');
    await window.page.getByLabel('Current password').fill(PASSWORD);
    await window.page.getByLabel('New password', { exact: true }).fill('qwertyuiop12');
    await window.button('Change password').click();
    expect(await refused(window, 'New password')).toContain(EASY);
    await window.close();
  });

  it('are asked for without the promise of a mail where none can be sent, whoever asks', async () => {
    const window = await open();
    for (const email of ['dev@acme.test', 'nobody@acme.test']) {
      await window.goto('/forgot-password');
      await window.page.getByLabel('Email').fill(email);
      await window.button('Request link').click();
      await window.page.getByText(/If an account with this address exists, its link is ready/).waitFor();
      await window.page
        .getByText(/ask an owner of your organization, who finds the link under Mail/)
        .waitFor();
    }
    expect(await window.violations()).toEqual([]);
    await window.close();
  });
});

import { describe, expect, it } from 'vitest';
import type { RunningConsole } from '../../server/test-kit/index.ts';
import { ACME, PASSWORD } from './acme.ts';
import type { ConsoleWindow } from './console-window.ts';
import { withConsole } from './with-console.ts';

describe('the first load of the Console', () => {
  let service: RunningConsole;
  let window: ConsoleWindow;

  withConsole(ACME, async (running, open) => {
    service = running;
    window = await open();
    await window.signIn('ada@acme.test', PASSWORD);
  });

  it('shows that it loads while it is not known who is there', async () => {
    const held = Promise.withResolvers<void>();
    await window.page.route('**/console/api/me', async (route) => {
      await held.promise;
      await route.continue();
    });
    await window.page.goto(`${service.baseUrl}/console/`);
    await window.page.getByRole('main').getByRole('status').getByText('Loading…').waitFor();
    // Not a page: nothing waits for its heading.
    expect(await window.page.locator('h1').count()).toBe(0);
    held.resolve();
    await window.page.getByRole('heading', { name: 'Overview' }).waitFor();
    await window.unroute();
  });

  it('says that the service cannot be reached, and tries again when asked', async () => {
    await window.page.route('**/console/api/**', (route) => route.abort());
    await window.page.goto(`${service.baseUrl}/console/`);
    await window.page.getByText('The service could not be reached.').waitFor();
    expect(await window.violations()).toEqual([]);
    await window.unroute();
    await window.button('Try again').click();
    await window.page.getByRole('heading', { name: 'Overview' }).waitFor();
  });

  it('says what is wrong in a form once, beside the field, without names of the API', async () => {
    await window.goto('/keys');
    await window.button('Create key').first().click();
    await window.dialog.getByLabel('Name').fill('limited');
    await window.dialog.getByText('Advanced').click();
    await window.dialog.getByLabel('Allowed addresses').fill('10.0.0.1\nnot an address');
    await window.dialog.locator('button[type=submit]').click();
    await window.dialog.getByText('Line 2 is not a valid entry.').waitFor();
    expect(await window.dialog.getByRole('alert').count()).toBe(1);
    expect(await window.dialog.getByText('allowed_ips').count()).toBe(0);
    expect(await window.violations()).toEqual([]);
  });
});

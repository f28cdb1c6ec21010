import { beforeEach, describe, expect, it } from 'vitest';
import type { RunningConsole } from '../../server/test-kit/index.ts';
import { ACME, PASSWORD } from './acme.ts';
import type { ConsoleWindow } from './console-window.ts';
import { withConsole, type OpenWindow } from './with-console.ts';

describe('sign-in through an identity provider', () => {
  let service: RunningConsole;
  let open: OpenWindow;
  let window: ConsoleWindow;

  withConsole(ACME, (running, openWindow) => {
    [service, open] = [running, openWindow];
  });

  beforeEach(async () => {
    window = await open();
    return () => window.close();
  });

  it('SSO-04 D-SSO-11 asks for the email first, and goes to the connection of its domain', async () => {
    const { page } = window;
    await page.route('**/console/api/auth/begin', (route) => {
      const { email } = route.request().postDataJSON() as { email: string };
      const url = email.endsWith('@acme.test') ? '/sso/sso_1/start' : null;
      return route.fulfill({ json: { next: url ? 'sso' : 'password', url } });
    });
    let left = '';
    await page.route('**/sso/sso_1/start?*', (route) => {
      left = route.request().url();
      return route.fulfill({ contentType: 'text/html', body: '<title>Provider</title>' });
    });
    await window.goto('/keys?status=all');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await page.getByLabel('Password', { exact: true }).count()).toBe(0);
    await page.getByLabel('Email').fill('gus@globex.test');
    await window.button('Continue').click();
    await page.getByLabel('Password', { exact: true }).waitFor();
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('password');
    await page.getByLabel('Email').fill('ada@acme.test');
    expect(await page.getByLabel('Password', { exact: true }).count()).toBe(0);
    await window.button('Continue').click();
    await expect.poll(() => page.title()).toBe('Provider');
    const url = new URL(left);
    expect([url.pathname, url.searchParams.get('return_to')]).toEqual([
      '/sso/sso_1/start',
      '/console/keys?status=all',
    ]);
  });

  it('SSO-13 lets a primary owner use the password while the provider is down', async () => {
    await window.page.route('**/console/api/auth/begin', (route) => route.abort());
    await window.goto('/sign-in');
    await window.page.getByLabel('Email').fill('ada@acme.test');
    await window.button('Use a password instead').click();
    await window.page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await window.button('Sign in').click();
    await window.page.getByRole('heading', { name: 'Overview' }).waitFor();
    expect(new URL(window.page.url()).pathname).toBe('/console/');
  });

  it.each([
    ['sso_failed', 'its audit log has the reason'],
    ['sso_expired', 'Start again'],
    ['sso_unavailable', 'Try again in a few minutes'],
    ['sso_not_a_member', 'Ask an owner of your organization for access'],
    ['sso_disabled', 'Sign in with your password'],
  ])('SSO-20 D-SSO-12 says what %s means, and whom to ask', async (code, words) => {
    await window.goto(`/sign-in?sso_error=${code}`);
    await window.page.getByRole('alert').getByText(words).waitFor();
    expect(await window.violations()).toEqual([]);
    expect(await window.scrollsSideways()).toBe(false);
  });

  it('says nothing of a code that the service does not have', async () => {
    await window.goto('/sign-in?sso_error=your+account+was+stolen');
    await window.page.getByLabel('Email').waitFor();
    expect(await window.page.getByRole('alert').count()).toBe(0);
  });

  it('SSO-17 D-SSO-18 asks for the code of the authenticator app after the provider, and goes on where it began', async () => {
    await window.signIn('ada@acme.test', PASSWORD);
    await window.page.route('**/console/api/auth/sign_in/code', (route) =>
      route.fulfill({ json: { type: 'sign_in', status: 'signed_in' } }),
    );
    await window.goto(`/sign-in?step=code&return_to=${encodeURIComponent('/console/keys?status=all')}`);
    await window.page.getByRole('heading', { name: 'Two-step verification' }).waitFor();
    await window.page.getByLabel('Code').fill('123456');
    await window.button('Confirm').click();
    await window.page.getByRole('heading', { name: 'API keys' }).waitFor();
    expect(window.page.url()).toBe(`${service.baseUrl}/console/keys?status=all`);
  });

  it.each(['https://evil.test/', '//evil.test/', '/console//evil.test', '/consoles/', '/sso/x'])(
    'goes nowhere else after the code: %s',
    async (returnTo) => {
      await window.signIn('ada@acme.test', PASSWORD);
      await window.page.route('**/console/api/auth/sign_in/code', (route) =>
        route.fulfill({ json: { type: 'sign_in', status: 'signed_in' } }),
      );
      await window.goto(`/sign-in?step=code&return_to=${encodeURIComponent(returnTo)}`);
      await window.page.getByLabel('Code').fill('123456');
      await window.button('Confirm').click();
      await window.page.getByRole('heading', { name: 'Overview' }).waitFor();
      expect(window.page.url()).toBe(`${service.baseUrl}/console/`);
    },
  );
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Authenticator, IdentityProvider, type RunningConsole } from '../../server/test-kit/index.ts';
import { ACME } from './acme.ts';
import type { ConsoleWindow } from './console-window.ts';
import { withConsole } from './with-console.ts';

const idp = await IdentityProvider.start();

describe('operators who sign in through a provider', () => {
  let service: RunningConsole;
  let window: ConsoleWindow;
  const sso = {
    name: 'Keycloak',
    issuer: idp.issuer,
    ...idp.client,
    roles: [{ group: 'svc-operators', role: 'operator' }],
  };

  withConsole(
    ACME,
    async (running, open) => {
      service = running;
      window = await open({ ignoreHTTPSErrors: true });
    },
    { operators: { sso } },
  );
  beforeAll(() => {
    idp.person = { sub: 'otto', email: 'otto@svc.test', name: 'Otto', groups: ['svc-operators'] };
  });
  afterAll(() => idp.close());

  const begin = async () => {
    await window.goto('/operator/sign-in');
    const link = window.page.getByRole('link', { name: 'Sign in with Keycloak' });
    await link.waitFor();
    expect(await window.violations()).toEqual([]);
    await link.click();
  };

  it('set up their app at the first sign-in, and come in', async () => {
    const { page } = window;
    await begin();
    await page.getByRole('heading', { name: 'Set up your authenticator app' }).waitFor();
    await page.getByText('otto@svc.test').waitFor();
    expect(await window.violations()).toEqual([]);
    const key = await page.locator('code').innerText();
    const app = new Authenticator(`otpauth://totp/Svc?secret=${key}&period=30&digits=6&algorithm=SHA1`);
    await page.getByLabel('Code', { exact: true }).fill(app.code(service.nowMs()));
    await window.button('Sign in').click();
    await page.getByRole('heading', { level: 1, name: 'Organizations' }).waitFor();
    await window.goto('/operator/operators');
    await page.getByText('Single sign-on', { exact: true }).waitFor();
    expect(await window.violations()).toEqual([]);
  });

  it('are asked for its code later, and may start over', async () => {
    const { page } = window;
    await begin();
    await page.getByRole('heading', { name: 'Two-step verification' }).waitFor();
    await page.getByRole('link', { name: 'Start over' }).click();
    await page.getByRole('heading', { name: 'Sign in as operator' }).waitFor();
    expect(await page.getByRole('link', { name: 'Sign in with Keycloak' }).count()).toBe(1);
  });

  it('read why they were refused', async () => {
    const { page } = window;
    idp.person = { sub: 'nora', email: 'nora@svc.test', groups: ['others'] };
    // The provider remembers who signed in there.
    await page.context().clearCookies({ domain: 'localhost' });
    await begin();
    await page.getByRole('alert').getByText('None of your groups may operate this deployment.').waitFor();
    expect(await window.violations()).toEqual([]);
  });
});

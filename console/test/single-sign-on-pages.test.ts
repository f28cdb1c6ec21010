import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IdentityProvider, TextNameServer, type RunningConsole } from '../../server/test-kit/index.ts';
import { ACME, PASSWORD } from './acme.ts';
import type { ConsoleWindow } from './console-window.ts';
import { withConsole } from './with-console.ts';

const dns = await TextNameServer.start();
const idp = await IdentityProvider.start();
const DEPLOYMENT = {
  sso: { dns_servers: [dns.address] },
  network: { allow_private_targets: ['127.0.0.1'] },
};
const LOOKS = [
  { width: 1440, scheme: 'light' },
  { width: 1440, scheme: 'dark' },
  { width: 390, scheme: 'light' },
  { width: 390, scheme: 'dark' },
] as const;
/** Pictures for people to look at. */
const PICTURES = process.env['CONSOLE_PICTURES'];

describe('pages of single sign-on and directory sync', () => {
  let service: RunningConsole;
  let window: ConsoleWindow;

  withConsole(
    ACME,
    async (running, open) => {
      service = running;
      window = await open({ ignoreHTTPSErrors: true });
    },
    DEPLOYMENT,
  );
  beforeAll(async () => {
    await window?.signIn('ada@acme.test', PASSWORD);
  });
  afterAll(() => Promise.all([dns.close(), idp.close()]));

  /** Accessible, and as wide as the window, in both themes. */
  async function look(name: string): Promise<void> {
    const wrong: string[] = [];
    for (const { width, scheme } of LOOKS) {
      await window.page.setViewportSize({ width, height: 900 });
      await window.settled();
      wrong.push(...(await window.violationsIn(scheme)).map((one) => `${width} ${scheme}: ${one}`));
      if (await window.scrollsSideways()) wrong.push(`${width}: wider than the window`);
      if (PICTURES === undefined) continue;
      mkdirSync(PICTURES, { recursive: true });
      await window.page.screenshot({
        path: join(PICTURES, `${name}-${width}-${scheme}.png`),
        fullPage: true,
      });
    }
    await window.page.setViewportSize({ width: 1440, height: 900 });
    expect(wrong, name).toEqual([]);
  }

  const text = (words: string | RegExp) => window.page.getByText(words).first().waitFor();
  const choose = async (menu: string, item: string) => {
    await window.button(menu).click();
    await window.page.getByRole('menuitem', { name: item }).click();
  };

  it('SSO-01 adds a domain, shows its record and verifies it', async () => {
    const { page } = window;
    await window.goto('/single-sign-on');
    await look('empty');
    await window.button('Add domain').click();
    await window.dialog.getByLabel('Domain', { exact: true }).fill('acme.test');
    await window.dialog.getByRole('button', { name: 'Add domain' }).click();
    await page.getByRole('heading', { name: 'Verify acme.test' }).waitFor();
    const [name, value] = await window.dialog.locator('[data-secret]').allInnerTexts();
    expect(name).toBe('_svc-verification.acme.test');
    await look('domain-record');
    await window.dialog.getByRole('button', { name: 'Verify' }).click();
    await window.dialog.getByRole('alert').waitFor();
    dns.texts.set(name!, [value!]);
    await window.dialog.getByRole('button', { name: 'Verify' }).click();
    await text('acme.test is verified.');
    await page.getByRole('cell', { name: 'Verified' }).waitFor();
  });

  it('SSO-03 connects a provider by the wizard, with the exact redirect URI to paste', async () => {
    const { page } = window;
    await window.button('Connect a provider').click();
    for (const provider of ['Okta', 'Microsoft Entra ID', 'Google Workspace', 'Keycloak'])
      await window.dialog.getByLabel(provider).waitFor();
    await look('wizard');
    await window.dialog.getByLabel('Other provider (OpenID Connect)').check();
    await window.button('Next').click();
    await window.dialog.getByLabel('Name', { exact: true }).fill('Acme login');
    await window.dialog.getByLabel('Issuer', { exact: true }).fill(idp.issuer);
    await window.dialog.getByLabel('Client ID', { exact: true }).fill(idp.client.client_id);
    await window.dialog.getByLabel('Client secret').fill(idp.client.client_secret);
    await look('wizard-values');
    await window.button('Create draft').click();
    await page.getByRole('heading', { level: 1, name: 'Acme login' }).waitFor();
    const id = page.url().split('/').at(-1)!;
    expect(await page.locator('[data-secret]').first().innerText()).toBe(
      `${service.baseUrl}/sso/${id}/callback`,
    );
    await text('Not tested yet.');
    await look('draft');
  });

  it('D-SSO-13 shows which check of a test failed, what arrived and what to change', async () => {
    idp.person = { sub: 'subject-of-ada', email: 'ada@acme.test' };
    idp.changeClaims = (claims) => ({ ...claims, aud: 'another-application' });
    await window.button('Test').click();
    await text('The test failed');
    await text('The response is for another application');
    await text('another-application');
    expect(new URL(window.page.url()).pathname).toMatch(/^\/console\/single-sign-on\/sso_/);
    await look('test-failed');
    idp.changeClaims = (claims) => claims;
  });

  it('D-SSO-10 shows the claims of a test that passed, and whom they would sign in', async () => {
    idp.person = { sub: 'subject-of-dev', email: 'dev@acme.test', name: 'Dev', groups: ['eng', 'all'] };
    await window.button('Test').click();
    await text('The test passed');
    await text('dev@acme.test, a member');
    await text('subject-of-dev');
    expect(await window.page.getByText('subject-of-dev').count()).toBe(1);
    await look('test-passed');
  });

  it('SSO-12 shows who would get which role before a mapping is saved', async () => {
    await window.button('Edit roles').click();
    await window.button('Add group').click();
    await window.dialog.getByLabel('Group', { exact: true }).fill('eng');
    await window.dialog.getByLabel('Role', { exact: true }).selectOption('administrator');
    await window.button('Add workspace').click();
    await look('mapping');
    await window.button('Review').click();
    await text('Nothing is saved yet.');
    await window.dialog.getByText('From a group.').waitFor();
    await window.dialog.getByText('Administrator').first().waitFor();
    await look('mapping-review');
    await window.button('Change').click();
    expect(
      await window.dialog.getByLabel('Group', { exact: true }).inputValue(),
      'what was typed stays',
    ).toBe('eng');
    await window.button('Review').click();
    await window.button('Save roles').click();
    await text('Roles saved.');
    await look('connection');
  });

  it('SSO-03 says whose role changes before the connection is activated', async () => {
    await window.button('Activate').click();
    await window.dialog.getByText('another role at the next sign-in').waitFor();
    await look('activate');
    await window.dialog.getByRole('button', { name: 'Activate' }).click();
    await text('The connection is active.');
    await window.goto('/single-sign-on');
    await window.page.getByRole('cell', { name: 'Active' }).waitFor();
    expect(await window.page.getByRole('cell', { name: 'Active' }).count()).toBe(1);
    await look('list');
  });

  it('SSO-14 says what requiring single sign-on takes, and shows why it is refused', async () => {
    await text('signed in through it within the last hour');
    await window.button('Require single sign-on').click();
    await look('required');
    await window.button('Require').click();
    await window.dialog.getByRole('alert').waitFor();
    expect(await window.dialog.getByRole('alert').count()).toBe(1);
    await window.button('Cancel').click();
  });

  it('SCIM-01 shows the secret of a directory token once', async () => {
    const { page } = window;
    await window.goto('/directory-sync');
    expect(await page.locator('[data-secret]').first().innerText()).toBe(`${service.baseUrl}/scim/v2`);
    await look('directory-empty');
    await window.button('Create token').click();
    await window.dialog.getByLabel('Name', { exact: true }).fill('Entra ID');
    await window.dialog.getByRole('button', { name: 'Create token' }).click();
    const secret = await window.dialog.locator('[data-secret]').innerText();
    expect(secret).toMatch(/^scim_[0-9a-f]{64}$/);
    await window.dialog.getByRole('button', { name: 'Copy directory token' }).click();
    await window.button('Done').click();
    await syncGroup(secret);
    await window.page.reload();
    await page.getByRole('cell', { name: 'Entra ID', exact: true }).waitFor();
    expect(await page.content()).not.toContain(secret);
  });

  it('SCIM-16 SCIM-17 shows whose role changes before a directory group is mapped', async () => {
    await choose('Actions for Engineers', 'Edit roles');
    await window.dialog.getByLabel('Role', { exact: true }).selectOption('billing');
    await look('group-roles');
    await window.button('Review').click();
    await window.dialog.getByText('1 member, 1 with another role.').waitFor();
    await look('group-review');
    await window.button('Save roles').click();
    await window.page.getByRole('cell', { name: 'Billing' }).waitFor();
    expect(await window.page.getByRole('cell', { name: 'Billing' }).count()).toBe(1);
    await look('directory');
  });

  it('D-SCIM-6 shows how a member comes in, and which group gives the role', async () => {
    await window.goto('/members');
    await choose('Actions for Mem Ber', 'Sign-in and role');
    await window.dialog.getByText('From the group “Engineers” of the directory.').waitFor();
    await look('member-origin');
    await window.button('Close').first().click();
    // The provider is another site.
    expect(window.wrongs.filter((wrong) => !wrong.startsWith(`asked ${idp.issuer}`))).toEqual([]);
  });

  /** As a directory does it: takes over a member, and sends a group with them. */
  async function syncGroup(secret: string): Promise<void> {
    const call = async (method: string, path: string, body?: object) => {
      const response = await fetch(`${service.baseUrl}/scim/v2${path}`, {
        method,
        headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/scim+json' },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
      return (await response.json()) as { id: string; Resources: { id: string }[] };
    };
    const filter = encodeURIComponent('userName eq "mem@acme.test"');
    const { Resources: users } = await call('GET', `/Users?filter=${filter}`);
    const user = 'urn:ietf:params:scim:schemas:core:2.0:User';
    await call('PUT', `/Users/${users[0]!.id}`, {
      schemas: [user],
      userName: 'mem@acme.test',
      displayName: 'Mem Ber',
    });
    await call('POST', '/Groups', {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
      displayName: 'Engineers',
      members: [{ value: users[0]!.id }],
    });
  }
});

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { OperatorRole } from '@svc/contract';
import type { Authenticator, RunningConsole } from '../../server/test-kit/index.ts';
import { ACME, PASSWORD } from './acme.ts';
import type { ConsoleWindow } from './console-window.ts';
import { OPERATOR_PASSWORD, setUpOperator } from './set-up-operator.ts';
import { withConsole, type OpenWindow } from './with-console.ts';

const PAGES = [
  '',
  '/requests',
  '/engines',
  '/queues',
  '/queues?queue=mails&state=failed',
  '/events',
  '/configuration',
  '/operators',
  '/margins',
  '/keys',
].map((path) => `/operator${path}`);

describe('the pages of operators', () => {
  let service: RunningConsole;
  let open: OpenWindow;
  let window: ConsoleWindow;
  let app: Authenticator;

  withConsole(ACME, async (running, openWindow) => {
    [service, open] = [running, openWindow];
    window = await open();
    app = await setUp(window, 'otto@svc.test', 'operator');
  });

  const setUp = (at: ConsoleWindow, email: string, role: OperatorRole): Promise<Authenticator> =>
    setUpOperator(service, at, { email, role });

  const toast = (text: string) => window.page.getByText(text, { exact: true }).waitFor();
  const nextCode = async (): Promise<string> => {
    await service.advance(60);
    return app.code(service.nowMs());
  };

  it('list, find, create and change organizations', async () => {
    const { page } = window;
    await window.button('New organization').click();
    await page.getByLabel('Name').fill('Initech');
    await page.getByLabel('Plan').fill('gold');
    await window.button('Create').click();
    await page.getByText('The deployment has no plan with this id.').first().waitFor();
    await page.getByLabel('Plan').fill('pro');
    await window.button('Create').click();
    await page.getByRole('heading', { level: 1, name: 'Initech' }).waitFor();
    await window.button('Add credits').click();
    await page.getByLabel('Amount').fill('12.5');
    await window.button('Add').click();
    await toast('$12.50 added.');
    await page.getByText('$12.50, not usable by calls').waitFor();
    await window.button('Edit').click();
    await page.getByLabel('Calls may use credits').check();
    await window.button('Save').click();
    await toast('Changes saved.');
    await page.getByText('$12.50', { exact: true }).waitFor();
    await window.button('Suspend').click();
    await window.dialog.getByRole('button', { name: 'Suspend', exact: true }).click();
    await toast('Organization suspended.');
    await window.button('Resume').click();
    await toast('Organization is active again.');
    await page.getByRole('link', { name: 'All organizations' }).click();
    await page.getByLabel('Search').fill('ACM');
    await page.keyboard.press('Enter');
    const rows = page.getByRole('region', { name: 'Organizations' }).locator('tbody tr');
    await expect.poll(() => rows.allInnerTexts()).toEqual([expect.stringContaining('Acme')]);
    await page.getByRole('link', { name: 'Acme' }).click();
    await page.getByText('ada@acme.test').waitFor();
  });

  it('set nothing back that somebody else changed while an organization was edited', async () => {
    const { page } = window;
    await page.getByRole('link', { name: 'All organizations' }).click();
    await page.getByRole('link', { name: 'Initech' }).click();
    await page.getByRole('heading', { level: 1, name: 'Initech' }).waitFor();
    await window.button('Edit').click();
    await page.getByLabel('Zero data retention').check();
    const sent = page.waitForRequest((request) => request.method() === 'PATCH');
    await window.button('Save').click();
    expect((await sent).postDataJSON()).toEqual({ zero_data_retention: true });
    await toast('Changes saved.');
  });

  it('add credits once, although the answer to the first attempt is lost', async () => {
    const { page } = window;
    await window.goto('/operator');
    await page.getByRole('link', { name: 'Initech' }).click();
    await window.button('Add credits').click();
    await page.getByLabel('Amount').fill('7');
    await page.route(
      '**/credits',
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await window.button('Add').click();
    await window.dialog.getByRole('alert').waitFor();
    await window.button('Add').click();
    await toast('$7.00 added.');
    await expect.poll(() => page.getByText('$19.50', { exact: true }).count()).toBe(1);
  });

  it('set another tier of an organization, and limits of one model', async () => {
    const { page } = window;
    await window.goto('/operator?search=initech');
    await page.getByRole('link', { name: 'Initech' }).click();
    await window.button('Edit limits').click();
    await page.getByLabel('Tier').selectOption('2');
    await page.getByLabel('Requests').first().fill('7');
    expect(await window.violations()).toEqual([]);
    await window.button('Save').click();
    await toast('Limits saved.');
    await page.getByText('2 (set here)').waitFor();
    await page.getByText(/^7 requests, .* \(set here\)$/).waitFor();
    await window.button('Edit limits').click();
    expect(await page.getByLabel('Requests').first().inputValue()).toBe('7');
    await page.getByLabel('Tier').selectOption('');
    await page.getByLabel('Requests').first().fill('');
    await window.button('Save').click();
    // Until the dialog closes, its field has an option of that name.
    await page
      .getByRole('definition')
      .filter({ hasText: /^Start$/ })
      .waitFor();
    expect(await page.getByText('(set here)').count()).toBe(0);
  });

  it('take a route out of service and in again, and are told what it means', async () => {
    const { page } = window;
    await window.goto('/operator/engines');
    await window.button('Take out').first().click();
    await window.dialog.getByText(/calls will get 503/).waitFor();
    await page.getByLabel('Reason').fill('New graphics cards');
    expect(await window.violations()).toEqual([]);
    await window.dialog.getByRole('button', { name: 'Take out' }).click();
    await toast('Route taken out of service.');
    await page.getByText(/: New graphics cards$/).waitFor();
    expect(await window.violations()).toEqual([]);
    await window.button('Put in service').click();
    await toast('Route is in service again.');
    await page.getByText('In use', { exact: true }).first().waitFor();
  });

  it('give an organization its first owner by a link', async () => {
    const { page } = window;
    await window.goto('/operator?search=initech');
    await page.getByRole('link', { name: 'Initech' }).click();
    await window.button('Owner link').click();
    await page.getByLabel('Email of the first owner').fill('ina@initech.test');
    await window.button('Create link').click();
    const link = await window.dialog.locator('code').innerText();
    const owner = await open();
    await owner.goto(link.slice(link.indexOf('/console') + '/console'.length));
    const promise = owner.page.getByText('You will own “Initech”.');
    await promise.waitFor();
    expect(await promise.count()).toBe(1);
    await owner.close();
    await window.button('Done').click();
  });

  it('find a setting of the configuration by its name or value, and no secret', async () => {
    const { page } = window;
    await window.goto('/operator/configuration');
    await page.getByLabel('Search').fill('models[0].id');
    const settings = page.locator('dl dt, dl dd');
    await expect.poll(() => settings.allInnerTexts()).toEqual(['models[0].id', '"Svc Standard"']);
    await page.getByLabel('Search').fill('nothing like it');
    await page.getByText('No setting matches.').waitFor();
    expect(await window.violations()).toEqual([]);
  });

  it('see what is wrong with a changed file, what it would change, and apply it', async () => {
    const { page } = window;
    const path = join(service.dataDir, 'svc.yaml');
    const before = JSON.parse(await readFile(path, 'utf8')) as object;
    const file = page.locator('section').filter({ hasText: 'Configuration file' });
    await writeFile(path, JSON.stringify({ ...before, drain_seconds: 'long' }));
    await window.goto('/operator/configuration');
    await file.getByText('Not valid').waitFor();
    await file.getByRole('list', { name: 'Problems of the file' }).getByText('drain_seconds').waitFor();
    await writeFile(path, JSON.stringify({ ...before, drain_seconds: 7 }));
    await window.button('Check again').click();
    await file
      .getByRole('row')
      .filter({ hasText: 'drain_seconds' })
      .getByRole('cell', { name: '7', exact: true })
      .waitFor();
    expect(await window.violations()).toEqual([]);
    await window.button('Apply changes').click();
    await window.dialog.getByText('1 setting will change on this node.').waitFor();
    await window.dialog.getByRole('button', { name: 'Apply changes' }).click();
    await toast('The file is in force.');
    await file.getByText('In force', { exact: true }).waitFor();
    expect(await window.button('Apply changes').count()).toBe(0);
  });

  it('see what operators did, to one organization alone, and what it changed', async () => {
    const { page } = window;
    await window.goto('/operator');
    await page.getByRole('link', { name: 'Initech' }).click();
    // Of a long list only the newest rows are drawn, and each look at a page is an event.
    await window.button('Suspend').click();
    await window.dialog.getByRole('button', { name: 'Suspend', exact: true }).click();
    await window.button('Resume').click();
    await toast('Organization is active again.');
    await page.getByRole('link', { name: 'Events' }).last().click();
    const updates = page.getByRole('row').filter({ hasText: 'organization.updated' });
    await updates.first().waitFor();
    expect(await page.getByRole('row').filter({ hasText: 'operator.set_up' }).count()).toBe(0);
    await updates.first().getByRole('button').click();
    await window.dialog.getByRole('cell', { name: 'active' }).waitFor();
    expect(await window.dialog.innerText()).toContain('otto@svc.test');
    expect(await window.violations()).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Show all events' }).click();
    await page.waitForURL((url) => !url.searchParams.has('organization'));
    // The newest of all: what these pages have just read.
    await page
      .getByRole('button', { name: /^request/ })
      .first()
      .waitFor();
    expect(await page.getByText('Only events about').count()).toBe(0);
  });

  it('make a key with a fresh code, show it once, and revoke it', async () => {
    const { page } = window;
    await window.goto('/operator/keys');
    await window.button('New key').first().click();
    await page.getByLabel('Name').fill('sync');
    await page.getByLabel('Code', { exact: true }).fill(await nextCode());
    await window.button('Create').click();
    const secret = await window.dialog.locator('code').innerText();
    expect(secret).toMatch(/^sk_op_[0-9a-f]{64}$/);
    await window.button('Done').click();
    const call = () =>
      fetch(`http://127.0.0.1:${service.port}/operator/v1/organizations`, {
        headers: { authorization: `Bearer ${secret}` },
      });
    expect((await call()).status).toBe(200);
    await window.button('Revoke sync').click();
    await page.getByLabel('Code', { exact: true }).fill(await nextCode());
    await window.button('Revoke').click();
    await toast('Key revoked.');
    expect((await call()).status).toBe(401);
  });

  it.each([
    [1440, 'light'],
    [360, 'dark'],
  ] as const)('are accessible and fit a window of %i px in %s', async (width, scheme) => {
    await window.page.setViewportSize({ width, height: 800 });
    await window.goto('/operator?search=acme');
    const acme = await window.page.getByRole('link', { name: 'Acme' }).getAttribute('href');
    for (const path of [...PAGES, acme!.slice('/console'.length)]) {
      await window.move(path);
      expect([path, await window.violationsIn(scheme)]).toEqual([path, []]);
      expect([path, await window.scrollsSideways()]).toEqual([path, false]);
    }
    expect(window.wrongs).toEqual([]);
  });

  it('show viewers everything, and nothing to change it with', async () => {
    const viewer = await open();
    await setUp(viewer, 'vera@svc.test', 'operator_viewer');
    await viewer.page.getByRole('link', { name: 'Acme' }).click();
    await viewer.page.getByText('ada@acme.test').waitFor();
    for (const name of ['Edit', 'Edit limits', 'Add credits', 'Owner link', 'Suspend'])
      expect([name, await viewer.button(name).count()]).toEqual([name, 0]);
    await viewer.goto('/operator/keys');
    await viewer.settled();
    expect(await viewer.button('New key').count()).toBe(0);
    expect(viewer.wrongs).toEqual([]);
    await viewer.close();
  });

  it('have a sign-in of their own: members of organizations are not let in, nor operators into the Console', async () => {
    const member = await open();
    await member.signIn('ada@acme.test', PASSWORD);
    await member.goto('/operator');
    await member.page.getByRole('heading', { name: 'Sign in as operator' }).waitFor();
    expect(await member.violations()).toEqual([]);
    await member.page.getByLabel('Email').fill('ada@acme.test');
    await member.page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await member.page.getByLabel('Code', { exact: true }).fill('123456');
    await member.button('Sign in').click();
    await member.page.getByText('Email, password or code is wrong').waitFor();
    await member.close();
    await window.goto('/keys');
    await window.page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor();
  });

  it('are left by signing out, and entered again with password and code', async () => {
    const { page } = window;
    await page.setViewportSize({ width: 1280, height: 800 });
    await window.goto('/operator');
    await page.getByRole('button', { name: 'otto' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByLabel('Email').fill('otto@svc.test');
    await page.getByLabel('Password', { exact: true }).fill(OPERATOR_PASSWORD);
    await page.getByLabel('Code', { exact: true }).fill(await nextCode());
    await window.button('Sign in').click();
    const heading = page.getByRole('heading', { level: 1, name: 'Organizations' });
    await heading.waitFor();
    expect(await heading.count()).toBe(1);
  });
});

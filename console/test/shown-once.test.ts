import { describe, expect, it } from 'vitest';
import { Authenticator, freePort, type RunningConsole } from '../../server/test-kit/index.ts';
import { ACME, PASSWORD } from './acme.ts';
import type { ConsoleWindow } from './console-window.ts';
import { withConsole } from './with-console.ts';

const OPERATOR_PASSWORD = 'a password of operators';
const mtlsPort = await freePort();

describe('what a dialog shows only once', () => {
  let service: RunningConsole;
  let window: ConsoleWindow;
  let operator: ConsoleWindow;

  withConsole(
    ACME,
    async (running, open) => {
      service = running;
      [window, operator] = [await open(), await open()];
      for (const { context } of [window, operator])
        await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await window.signIn('ada@acme.test', PASSWORD);
    },
    { tunnels: { mtls_port: mtlsPort } },
  );

  const question = ({ page }: ConsoleWindow) => page.getByRole('alertdialog');
  const press = (at: ConsoleWindow, name: string) =>
    at.dialog.getByRole('button', { name, exact: true }).click();

  /** Tries every way out but the one that is meant, and comes out by the question. Answers what was shown all the while. */
  async function tryToLose(at: ConsoleWindow, asked: string, shown = '[data-secret]'): Promise<string> {
    const { page } = at;
    const secret = page.locator('dialog').first().locator(shown);
    await secret.waitFor();
    const before = await secret.innerText();
    const isAsked = async () => {
      await question(at).getByRole('heading', { name: asked }).waitFor();
      expect(await secret.innerText()).toBe(before);
    };
    await page.keyboard.press('Escape');
    await isAsked();
    // In haste: the second goes back, and the browser's own right to close after one refusal changes nothing.
    for (let time = 0; time < 3; time++) await page.keyboard.press('Escape');
    await question(at).waitFor({ state: 'detached' });
    await press(at, 'Close');
    await isAsked();
    expect(await at.violations()).toEqual([]);
    await question(at).getByRole('button', { name: 'Go back' }).click();
    await page.mouse.click(3, 3);
    await page.evaluate(() => history.back());
    await isAsked();
    await question(at).getByRole('button', { name: 'Go back' }).click();
    expect(await secret.innerText()).toBe(before);
    await page.keyboard.press('Escape');
    await question(at).getByRole('button', { name: 'Close anyway' }).click();
    await page.locator('dialog').first().waitFor({ state: 'detached' });
    return before;
  }

  async function createKey(name: string): Promise<void> {
    await window.move('/keys');
    await window.button('Create key').click();
    await window.dialog.getByLabel('Name').fill(name);
    await press(window, 'Create key');
  }

  it('keeps an API key and its replacement', async () => {
    await createKey('worker');
    expect(await tryToLose(window, 'Have you copied the key?')).toMatch(/\w{16}/);
    await window.page.getByRole('link', { name: 'worker' }).click();
    await window.button('Create replacement key').click();
    await press(window, 'Create replacement');
    expect(await tryToLose(window, 'Have you copied the key?')).toMatch(/\w{16}/);
  });

  it('stays open while a key is being made, so that its secret is seen', async () => {
    const { page } = window;
    const response = Promise.withResolvers<void>();
    await page.route('**/console/api/api_keys', async (route) => {
      await response.promise;
      await route.continue();
    });
    await window.move('/keys');
    await window.button('Create key').click();
    await window.dialog.getByLabel('Name').fill('slow');
    // Escape comes right behind the click, before anything else is drawn.
    await window.dialog.getByRole('button', { name: 'Create key' }).evaluate((button: HTMLButtonElement) => {
      button.click();
      button.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));
    });
    await page.keyboard.press('Escape');
    await press(window, 'Close');
    expect(await window.dialog.getByRole('button', { name: 'Cancel' }).isDisabled()).toBe(true);
    await page.evaluate(() => history.back());
    // A navigation would have taken place by then.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)));
    expect(await window.dialog.count()).toBe(1);
    response.resolve();
    await page.locator('[data-secret]').waitFor();
    await press(window, 'I have saved it');
    await window.unroute();
  });

  it('asks nothing when it was copied, by the button or by hand, or when the dialog is left as it is meant', async () => {
    const { page } = window;
    const secret = page.locator('[data-secret]');
    await createKey('by the button');
    await press(window, 'Copy by the button');
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toBe(await secret.innerText());
    await page.keyboard.press('Escape');
    await window.dialog.waitFor({ state: 'detached' });
    await createKey('by hand');
    await secret.click();
    await page.keyboard.press('Control+c');
    await page.keyboard.press('Escape');
    await window.dialog.waitFor({ state: 'detached' });
    await createKey('as meant');
    await press(window, 'I have saved it');
    await page.locator('dialog').waitFor({ state: 'detached' });
    expect(await page.locator('dialog').count()).toBe(0);
  });

  it('asks before the tab is closed or loaded anew', async () => {
    const { page } = window;
    await createKey('of a closed tab');
    await page.locator('[data-secret]').waitFor();
    const asked = page.waitForEvent('dialog');
    // It never ends: the page stays.
    void page.reload().catch(() => undefined);
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
    await page.locator('[data-secret]').waitFor();
    await press(window, 'I have saved it');
  });

  it('keeps the secret of a webhook, new and rotated', async () => {
    await window.move('/webhooks');
    await window.button('Create webhook').first().click();
    await window.dialog.getByLabel('Address').fill('https://hooks.invalid/svc');
    await press(window, 'Create webhook');
    expect(await tryToLose(window, 'Have you copied the signing secret?')).toMatch(/\w{16}/);
    await window.page.getByRole('link', { name: 'https://hooks.invalid/svc' }).click();
    await window.button('More actions').click();
    await window.page.getByRole('menuitem', { name: 'Rotate secret' }).click();
    await press(window, 'Rotate secret');
    expect(await tryToLose(window, 'Have you copied the signing secret?')).toMatch(/\w{16}/);
  });

  async function createTunnel(name: string, mode?: string): Promise<void> {
    await window.move('/tunnels');
    await window.button('Create tunnel').first().click();
    await window.dialog.getByLabel('Name').fill(name);
    await window.dialog.getByLabel('Allowed targets').fill('http://127.0.0.1:1/mcp');
    if (mode) await window.dialog.getByLabel(mode).check();
    await press(window, 'Create tunnel');
  }

  it('keeps the token of a tunnel, new and rotated, and the private key of a certificate', async () => {
    await createTunnel('office');
    expect(await tryToLose(window, 'Have you copied the token?')).toMatch(/\w{16}/);
    await window.page.getByRole('heading', { level: 1, name: 'office' }).waitFor();
    await window.button('More actions').click();
    await window.page.getByRole('menuitem', { name: 'Rotate token' }).click();
    await press(window, 'Rotate token');
    expect(await tryToLose(window, 'Have you copied the token?')).toMatch(/\w{16}/);
    await createTunnel('lab', 'Client certificate');
    await window.page.getByRole('heading', { level: 1, name: 'lab' }).waitFor();
    await window.button('Issue certificate').click();
    await press(window, 'Issue certificate');
    expect(
      await tryToLose(window, 'Have you saved the private key?', 'text=The private key is offered only now'),
    ).toMatch(/private key/);
  });

  it('keeps recovery codes, first and renewed, and an admin key', async () => {
    const { page } = window;
    const codes = 'ul';
    await window.move('/profile');
    await window.button('Set up').click();
    await window.dialog.getByLabel('Your password').fill(PASSWORD);
    await press(window, 'Continue');
    const secret = (await window.dialog.locator('code').innerText()).replaceAll(/\s/g, '');
    const app = new Authenticator(`otpauth://totp/Svc?secret=${secret}`);
    const nextCode = async () => {
      await service.advance(60);
      return app.code(service.nowMs());
    };
    await window.dialog.getByLabel('Code').fill(app.code(service.nowMs()));
    await press(window, 'Confirm');
    expect(await tryToLose(window, 'Have you saved the recovery codes?', codes)).toMatch(/\w{4}-?\w{4}/);
    await window.button('New recovery codes').click();
    await window.dialog.getByLabel('Your password').fill(PASSWORD);
    await window.dialog.getByLabel('Code').fill(await nextCode());
    await press(window, 'New recovery codes');
    expect(await tryToLose(window, 'Have you saved the recovery codes?', codes)).toMatch(/\w{4}-?\w{4}/);
    await window.move('/admin-keys');
    await page.getByRole('button', { name: 'Create admin key' }).first().click();
    await window.dialog.getByLabel('Name').fill('export');
    await window.dialog.getByLabel('Code from').fill(await nextCode());
    await press(window, 'Create admin key');
    expect(await tryToLose(window, 'Have you copied the key?')).toMatch(/\w{16}/);
    expect(window.wrongs).toEqual([]);
  });

  it('keeps the key of an operator and the link of an owner', async () => {
    const { page } = operator;
    const { token } = await service.operator.addOperator({ email: 'otto@svc.test', role: 'operator' });
    await operator.goto(`/operator/set-up#${token.reveal()}`);
    await page.getByLabel('Your name').fill('Otto');
    await page.getByLabel('Password', { exact: true }).fill(OPERATOR_PASSWORD);
    const key = (await page.locator('code').innerText()).replaceAll(/\s/g, '');
    const app = new Authenticator(`otpauth://totp/Svc?secret=${key}`);
    await page.getByLabel('Code', { exact: true }).fill(app.code(service.nowMs()));
    await operator.button('Finish set-up').click();
    await page.getByRole('heading', { level: 1, name: 'Organizations' }).waitFor();
    await operator.button('New organization').click();
    await page.getByLabel('Name').fill('Initech');
    await page.getByLabel('Plan').fill('pro');
    await operator.button('Create').click();
    await page.getByRole('heading', { level: 1, name: 'Initech' }).waitFor();
    await operator.button('Owner link').click();
    await page.getByLabel('Email of the first owner').fill('ina@initech.test');
    await press(operator, 'Create link');
    expect(await tryToLose(operator, 'Have you copied the link?')).toMatch(/\w{16}/);
    await operator.move('/operator/keys');
    await operator.button('New key').first().click();
    await page.getByLabel('Name').fill('sync');
    await service.advance(60);
    await page.getByLabel('Code', { exact: true }).fill(app.code(service.nowMs()));
    await press(operator, 'Create');
    expect(await tryToLose(operator, 'Have you copied the key?')).toMatch(/\w{16}/);
    expect(operator.wrongs).toEqual([]);
  });
});

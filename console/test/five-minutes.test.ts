import type { Browser } from 'playwright-core';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import {
  Authenticator,
  type RunningConsole,
  startConsole,
  testDatabases,
} from '../../server/test-kit/index.ts';
import { PASSWORD } from './acme.ts';
import { openChromium } from './chromium.ts';
import { ConsoleWindow } from './console-window.ts';

const browser: Browser | undefined = await openChromium();

afterAll(() => browser?.close());

/** The owner on the way; each step begins where the last one ended. */
class Owner {
  readonly window: ConsoleWindow;
  readonly #service: RunningConsole;
  #app: Authenticator | undefined;

  constructor(window: ConsoleWindow, service: RunningConsole) {
    this.window = window;
    this.#service = service;
  }

  /** Answers what was wrong with the page of the link. */
  async setsUp(): Promise<string[]> {
    const { page } = this.window;
    await this.window.goto(`/set-up#${this.#service.firstKey!.ownerToken.reveal()}`);
    await page.getByLabel('Your name').fill('Ada Lovelace');
    await page.getByLabel('Email').fill('ada@acme.test');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    const wrong = [...(await this.window.violations()), new URL(page.url()).hash].filter(Boolean);
    await this.window.button('Create my account').click();
    await page.getByRole('heading', { name: 'Get started' }).waitFor();
    return wrong;
  }

  async makesKey(): Promise<string> {
    await this.window.page.getByRole('link', { name: 'API keys' }).click();
    await this.window.button('Create key').click();
    await this.window.dialog.getByLabel('Name').fill('website');
    await this.#submit('Create key');
    return this.#takesSecret();
  }

  async setsUpApp(): Promise<void> {
    await this.window.goto('/profile');
    await this.window.button('Set up').click();
    await this.window.dialog.getByLabel('Your password').fill(PASSWORD);
    await this.#submit('Continue');
    await this.window.page.getByRole('img', { name: 'QR code' }).waitFor();
    this.#app = new Authenticator(
      `otpauth://totp/Svc?secret=${await this.window.dialog.locator('code').textContent()}`,
    );
    await this.window.dialog.getByLabel('Code').fill(await this.#nextCode());
    await this.#submit('Confirm');
    await this.window.button('I have saved them').click();
  }

  /** With a device that the browser only pretends to have; then signs out and in with it alone. */
  async addsPasskeyAndUsesIt(): Promise<void> {
    const { page } = this.window;
    await this.window.addAuthenticatorDevice();
    await this.window.button('Add a passkey').click();
    await this.window.dialog.getByLabel('Name').fill('laptop');
    await this.window.dialog.getByLabel('Your password').fill(PASSWORD);
    await this.window.dialog.getByLabel('Code').fill(await this.#nextCode());
    await this.#submit('Continue');
    await page.getByText('Passkey added.').waitFor();
    await this.window.button('Ada Lovelace').click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await this.window.button('Sign in with a passkey').click();
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  }

  /** The tokens of today as the chart has them in its table, once a chart is drawn. */
  async seesUsage(): Promise<string> {
    const { page } = this.window;
    await this.window.goto('/usage');
    await page.getByText('Nothing in this period yet.').waitFor();
    await page.getByLabel('Show', { exact: true }).selectOption('tokens');
    await page.getByRole('slider', { name: 'Tokens per day by model' }).waitFor();
    await this.window.button('Show as table').click();
    const today = page.getByRole('region', { name: 'Tokens per day by model' }).getByRole('row').nth(1);
    return (await today.getByRole('cell').last().textContent()) ?? '';
  }

  async makesAdminKey(): Promise<string> {
    await this.window.page.getByRole('link', { name: 'Admin keys' }).click();
    await this.window.button('Create admin key').click();
    await this.window.dialog.getByLabel('Name').fill('export');
    await this.window.dialog.getByLabel('Code from').fill(await this.#nextCode());
    await this.#submit('Create admin key');
    return this.#takesSecret();
  }

  /** There is no mail server: the owner passes the link on. */
  async invites(email: string): Promise<string> {
    await this.window.goto('/members?tab=invites');
    await this.window.button('Invite member').first().click();
    await this.window.dialog.getByLabel('Email').fill(email);
    await this.#submit('Create invite');
    const link = await this.window.dialog.locator('[data-secret]').textContent();
    await this.#submit('Done');
    return link ?? '';
  }

  #submit(name: string): Promise<void> {
    return this.window.dialog.getByRole('button', { name, exact: true }).click();
  }

  async #takesSecret(): Promise<string> {
    const secret = await this.window.page.locator('[data-secret]').textContent();
    await this.window.button('I have saved it').click();
    return secret ?? '';
  }

  async #nextCode(): Promise<string> {
    await this.#service.advance(30);
    return this.#app!.code(this.#service.nowMs());
  }
}

describe.each(await testDatabases())(
  "a new owner's first five minutes, on the $kind database",
  (database) => {
    let service: RunningConsole | undefined;

    beforeEach((context) => {
      if (!browser) context.skip('Chromium not found');
      return () => service?.stop();
    });

    it('D-CONS-1 D-CONS-5 CONS-01 CONS-03 CONS-05 lead from the printed link to app, passkey, key, call, chart, admin key and a colleague', async () => {
      service = await startConsole(database);
      const owner = new Owner(await ConsoleWindow.open(browser!, service), service);
      expect(await owner.setsUp()).toEqual([]);
      await owner.setsUpApp();
      await owner.addsPasskeyAndUsesIt();
      const secret = await owner.makesKey();
      const called = await service.post('/v1/chat/completions', secret, {
        messages: [{ role: 'user', content: 'Hi' }],
        stream: false,
      });
      const { usage } = (await called.json()) as { usage: { total_tokens: number } };
      await service.flushUsage();
      expect(await owner.seesUsage()).toBe(String(usage.total_tokens));
      expect(await owner.makesAdminKey()).toMatch(/^sk_admin_/);
      const link = await owner.invites('grace@acme.test');

      const colleague = await ConsoleWindow.open(browser!, service);
      await colleague.page.goto(link);
      await colleague.page.getByRole('heading', { name: 'Join Default' }).waitFor();
      expect([await colleague.violations(), new URL(colleague.page.url()).hash]).toEqual([[], '']);
      await colleague.page.getByLabel('Your name').fill('Grace Hopper');
      await colleague.page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await colleague.button('Join').click();
      await colleague.page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();

      const { page } = owner.window;
      await owner.window.goto('/members');
      await page.getByText('Grace Hopper').first().waitFor();
      await owner.window.goto('/');
      await page
        .getByRole('group', { name: 'Requests, last 7 days' })
        .getByText('1', { exact: true })
        .first()
        .waitFor();
      // All first steps are made, so they are no longer listed.
      expect(await page.getByRole('heading', { name: 'Get started' }).count()).toBe(0);
      expect([...owner.window.wrongs, ...colleague.wrongs]).toEqual([]);
      await colleague.close();
      await owner.window.close();
    }, 180_000);
  },
);

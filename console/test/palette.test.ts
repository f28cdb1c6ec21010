import { describe, expect, it } from 'vitest';
import { Authenticator, MAIN_KEY, type RunningConsole } from '../../server/test-kit/index.ts';
import { ACME, PASSWORD } from './acme.ts';
import type { ConsoleWindow } from './console-window.ts';
import { withConsole, type OpenWindow } from './with-console.ts';

describe('the palette and the shortcuts', () => {
  let service: RunningConsole;
  let open: OpenWindow;
  let window: ConsoleWindow;
  let member: ConsoleWindow;
  let requestId: string;

  withConsole(ACME, async (running, openWindow) => {
    [service, open] = [running, openWindow];
    [window, member] = [await open(), await open()];
    await window.signIn('ada@acme.test', PASSWORD);
    await member.signIn('mem@acme.test', PASSWORD);
    const response = await service.post('/v1/chat/completions', MAIN_KEY, {
      messages: [{ role: 'user', content: 'Hi' }],
      stream: false,
    });
    await response.text();
    await service.flushUsage();
    requestId = response.headers.get('x-svc-request-id')!;
  });

  const heading = (at: ConsoleWindow, name: string) =>
    at.page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
  const box = (at = window) => at.dialog.getByRole('combobox');
  const options = (at = window) => at.dialog.getByRole('option').allInnerTexts();
  const search = async (text: string, at = window) => {
    await at.goto('/');
    await at.page.keyboard.press('Control+k');
    await box(at).fill(text);
  };

  it('finds keys, people, workspaces and models by words, and opens what is chosen', async () => {
    for (const [text, name] of [
      ['backend website', 'website backend'],
      ['resea', 'Research'],
      ['svc standard', 'Svc Standard'],
    ] as const) {
      await search(text);
      await window.dialog.getByRole('option', { name }).waitFor();
      expect(await window.violations()).toEqual([]);
      await window.page.keyboard.press('Enter');
      await heading(window, name);
    }
    await search('dev elo');
    await window.dialog.getByRole('option', { name: 'dev@acme.test' }).click();
    await heading(window, 'Members');
  });

  it('opens a request whose id is pasted, and offers one that is typed', async () => {
    const { page, context } = window;
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await search('');
    await page.evaluate((id) => navigator.clipboard.writeText(` ${id}\n`), requestId);
    await box().press('Control+v');
    await page.getByText('website backend').first().waitFor();
    expect(page.url()).toContain(`/requests/${requestId}`);
    await search(requestId);
    await window.dialog.getByRole('option', { name: requestId }).waitFor();
    expect(await options()).toEqual([requestId]);
  });

  it('asks the service when the typing stands still, and takes back what is typed on', async () => {
    const { page } = window;
    const asked: string[] = [];
    const failed: string[] = [];
    const wordsOf = (url: string) => new URL(url).searchParams.get('search') ?? '';
    page.on('requestfailed', (request) => {
      if (request.url().includes('/search/api_keys')) failed.push(wordsOf(request.url()));
    });
    await page.route('**/search/api_keys?*', async (route) => {
      asked.push(wordsOf(route.request().url()));
      if (asked.length > 1) return route.continue();
      // The first answer is slow, and is not waited for.
      await new Promise((resolve) => setTimeout(resolve, 2000));
      return route.continue().catch(() => undefined);
    });
    await search('');
    await box().pressSequentially('webs', { delay: 20 });
    await expect.poll(() => asked).toEqual(['webs']);
    await box().pressSequentially('ite back', { delay: 20 });
    await window.dialog.getByRole('option', { name: 'website backend' }).waitFor();
    expect(asked).toEqual(['webs', 'website back']);
    expect(failed).toEqual(['webs']);
    await window.unroute();
  });

  it('begins what a page has a button for, from any other', async () => {
    for (const [text, title] of [
      ['create api', 'Create an API key'],
      ['invite', 'Invite member'],
      ['create work', 'New workspace'],
      ['create webh', 'Create a webhook'],
      ['create tun', 'Create a tunnel'],
    ] as const) {
      await search(text);
      await window.page.keyboard.press('Enter');
      await window.page.getByRole('dialog', { name: title }).waitFor();
      await window.page.keyboard.press('Escape');
      await window.dialog.waitFor({ state: 'detached' });
    }
    await search('dark');
    await window.page.keyboard.press('Enter');
    await expect
      .poll(() => window.page.evaluate(() => getComputedStyle(document.body).colorScheme))
      .toBe('dark');
    await search('system');
    await window.page.keyboard.press('Enter');
  });

  it('does not begin again what was left by going back', async () => {
    const { page } = window;
    await search('create api');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Create an API key' }).waitFor();
    await page.evaluate(() => history.back());
    await page.waitForURL('**/console/');
    await window.move('/keys');
    expect(await window.dialog.count()).toBe(0);
  });

  it('has for a member only what a member may do', async () => {
    const asked: string[] = [];
    member.page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await search('', member);
    const all = (await options(member)).join('\n');
    for (const absent of ['API keys', 'Members', 'Create an API key', 'Invite someone', 'Audit log'])
      expect(all).not.toContain(absent);
    await box(member).fill('website');
    await member.dialog.getByText('Nothing matches.').waitFor();
    expect(asked.filter((path) => path.includes('/search/'))).toEqual([]);
    await box(member).fill('sign out');
    await member.page.keyboard.press('Enter');
    await heading(member, 'Sign in');
    expect(member.wrongs).toEqual([]);
  });

  it('goes to a page by g and its letter, never while somebody types, nor with Ctrl, Alt or a dialog open', async () => {
    const { page } = window;
    await window.goto('/');
    await page.keyboard.press('g');
    await page.keyboard.press('k');
    await heading(window, 'API keys');
    await page.keyboard.press('g');
    await page.keyboard.press('u');
    await heading(window, 'Usage and cost');
    const stays = async (act: () => Promise<void>) => {
      await window.goto('/profile');
      await act();
      await page.keyboard.press('g');
      await page.keyboard.press('k');
      await page.waitForTimeout(300);
      expect(page.url()).toContain('/profile');
    };
    await stays(() => page.getByLabel('Your name').focus());
    await stays(() => window.button('Add a passkey').click());
    await stays(async () => {
      await page.keyboard.press('?');
      await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    });
    await window.goto('/profile');
    await page.keyboard.press('Control+g');
    await page.keyboard.press('k');
    await page.keyboard.press('g');
    await page.keyboard.press('Alt+k');
    await page.waitForTimeout(300);
    expect(page.url()).toContain('/profile');
  });

  it('lists its shortcuts by ?, with the switch that turns them off', async () => {
    const { page } = window;
    await window.goto('/keys');
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    const listed = await window.dialog.locator('dl').last().locator('div').allInnerTexts();
    expect(listed.map((line) => line.replaceAll(/\s+/g, ' '))).toContain('API keys g then k');
    expect(new Set(listed.map((line) => line.trim().at(-1))).size).toBe(listed.length);
    expect(await window.violations()).toEqual([]);
    await window.dialog.getByLabel('Use single-key shortcuts').uncheck();
    await page.keyboard.press('Escape');
    await window.dialog.waitFor({ state: 'detached' });
    await page.keyboard.press('?');
    await page.keyboard.press('g');
    await page.keyboard.press('u');
    await page.waitForTimeout(300);
    expect([page.url().endsWith('/keys'), await window.dialog.count()]).toEqual([true, 0]);
    await window.button('Ada Lovelace').click();
    await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click();
    await window.dialog.getByLabel('Use single-key shortcuts').check();
    await page.keyboard.press('Escape');
    expect(window.wrongs).toEqual([]);
  });

  it('does not leave a dialog behind that shows something once', async () => {
    await window.goto('/keys');
    await window.button('Create key').click();
    await window.dialog.getByLabel('Name').fill('kept');
    await window.dialog.getByRole('button', { name: 'Create key' }).click();
    const secret = window.page.locator('[data-secret]');
    await secret.waitFor();
    await window.page.keyboard.press('Control+k');
    await window.page.waitForTimeout(300);
    expect(await window.dialog.getByRole('combobox').count()).toBe(0);
    expect(await secret.isVisible()).toBe(true);
    await window.button('I have saved it').click();
  });

  it('is there for operators, with their pages and organizations', async () => {
    const operator = await open();
    const { page } = operator;
    const { token } = await service.operator.addOperator({ email: 'otto@svc.test', role: 'operator' });
    await operator.goto(`/operator/set-up#${token.reveal()}`);
    await page.getByLabel('Your name').fill('Otto');
    await page.getByLabel('Password', { exact: true }).fill('a password of operators');
    const app = new Authenticator(`otpauth://totp/Svc?secret=${await page.locator('code').innerText()}`);
    await page.getByLabel('Code', { exact: true }).fill(app.code(service.nowMs()));
    await operator.button('Finish set-up').click();
    await heading(operator, 'Organizations');
    await page.keyboard.press('g');
    await page.keyboard.press('e');
    await heading(operator, 'Engines and models');
    await page.keyboard.press('Control+k');
    await box(operator).fill('acm');
    await operator.dialog.getByRole('option', { name: 'Acme' }).waitFor();
    expect(await operator.violations()).toEqual([]);
    await page.keyboard.press('Enter');
    await heading(operator, 'Acme');
    expect(operator.wrongs).toEqual([]);
    await operator.close();
  });
});

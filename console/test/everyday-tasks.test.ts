import { describe, expect, it } from 'vitest';
import { ApiBrowser, MAIN_KEY, type RunningConsole } from '../../server/test-kit/index.ts';
import { ACME, PASSWORD } from './acme.ts';
import type { ConsoleWindow } from './console-window.ts';
import { withConsole } from './with-console.ts';

/** What a person has for it. The test knows where to look, and takes a tenth of it. */
const MAX_MS = 20_000;

describe('what people come for every day, from the Overview', () => {
  let service: RunningConsole;
  let window: ConsoleWindow;

  withConsole(ACME, async (running, open) => {
    service = running;
    await ask('Hello from yesterday');
    await service.advance(86_400);
    await ask('[[sandbox: fail=500]]');
    await service.flushUsage();
    await limitSpend();
    window = await open({ permissions: ['clipboard-read', 'clipboard-write'] });
    // The service's clock was moved: its today is that of the page, too.
    await window.page.clock.setSystemTime(service.nowMs());
    await window.page.addInitScript(() =>
      addEventListener(
        'pointerdown',
        () => sessionStorage.setItem('clicks', String(Number(sessionStorage.getItem('clicks')) + 1)),
        true,
      ),
    );
    await window.signIn('ada@acme.test', PASSWORD);
  });

  async function ask(text: string): Promise<void> {
    const messages = [{ role: 'user', content: text }];
    const response = await service.post('/v1/chat/completions', MAIN_KEY, { messages, stream: false });
    await response.text();
  }

  async function limitSpend(): Promise<void> {
    const api = new ApiBrowser(service.baseUrl);
    await api.signIn('ada@acme.test', PASSWORD);
    const [workspace] = (await api.get('/console/api/workspaces')).body['data'] as { id: string }[];
    const scope = { type: 'workspace', workspace_id: workspace!.id };
    await api.post('/console/api/spend_limits', { scope, limit_usd: '5' });
  }

  /** How often the pointer is pressed for it, from the Overview on. Throws when it takes too long. */
  async function clicksFor(task: (at: ConsoleWindow) => Promise<void>): Promise<number> {
    await window.goto('/');
    await window.settled();
    await window.page.evaluate(() => sessionStorage.removeItem('clicks'));
    const since = performance.now();
    await task(window);
    expect(performance.now() - since).toBeLessThan(MAX_MS);
    return Number(await window.page.evaluate(() => sessionStorage.getItem('clicks')));
  }

  it('find why a call failed', async () => {
    const clicks = await clicksFor(async ({ page }) => {
      await page
        .locator('section')
        .filter({ hasText: 'Recent failures' })
        .getByRole('listitem')
        .first()
        .click();
      await page.getByText('upstream_error').first().waitFor();
      await page.getByRole('heading', { name: 'Why it failed' }).waitFor();
      await page.getByText('The model failed to answer.').waitFor();
      await page.getByText('Timeline').waitFor();
    });
    expect(clicks).toBe(1);
  });

  it('find which key spent most yesterday', async () => {
    const clicks = await clicksFor(async (at) => {
      await at.page.getByRole('link', { name: 'Cost by key' }).click();
      await at.page.getByRole('button', { name: /^Time range/ }).click();
      await at.button('Yesterday').click();
      await at.page.getByRole('row').filter({ hasText: 'website backend' }).first().waitFor();
    });
    expect(clicks).toBe(3);
  });

  it('raise a limit', async () => {
    const clicks = await clicksFor(async (at) => {
      const { page } = at;
      await page.getByRole('navigation').getByRole('link', { name: 'Limits', exact: true }).click();
      await page.getByRole('tab', { name: 'Spend limits' }).click();
      await page
        .getByRole('region', { name: 'Spend limits' })
        .getByRole('button', { name: /^Change the limit for/ })
        .click();
      await at.dialog.getByRole('textbox').last().fill('25');
      await page.keyboard.press('Enter');
      await page.getByText('of $25.00').first().waitFor();
    });
    expect(clicks).toBe(3);
  });

  it('share a prompt call as Python', async () => {
    const clicks = await clicksFor(async (at) => {
      const { page } = at;
      await page.getByRole('navigation').getByRole('link', { name: 'Playground' }).click();
      await page.getByRole('textbox', { name: 'Message' }).fill('Why is the sky blue?');
      await page.getByRole('tab', { name: 'Python' }).click();
      await at.button('Copy the code').click();
      await expect
        .poll(() => page.evaluate(() => navigator.clipboard.readText()))
        .toContain('Why is the sky blue?');
    });
    expect(clicks).toBe(3);
  });
});

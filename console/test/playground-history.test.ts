import { describe, expect, it } from 'vitest';
import { ABLE_MODELS } from './able-models.ts';
import { ACME, PASSWORD } from './acme.ts';
import type { ConsoleWindow } from './console-window.ts';
import { withConsole, type OpenWindow } from './with-console.ts';

describe('the history of the playground', () => {
  let open: OpenWindow;
  let window: ConsoleWindow;

  withConsole(
    ACME,
    async (_service, openWindow) => {
      open = openWindow;
      window = await open();
      await window.signIn('ada@acme.test', PASSWORD);
    },
    ABLE_MODELS,
  );

  const log = () => window.page.getByRole('log');
  const say = async (text: string): Promise<void> => {
    await window.page.getByLabel('Message').fill(text);
    await window.button('Send').click();
  };

  it('D-CONS-5 asks two models the same, keeps the conversation in this browser, and deletes it', async () => {
    await window.goto('/playground');
    const { page } = window;
    await say('An earlier one');
    await log().getByText('You said: “An earlier one”').waitFor();
    await window.goto('/playground');
    await page.getByLabel('Compare with').selectOption('Svc Plain');
    await page.getByLabel('Temperature').fill('0.3');
    await say('Who are you?');
    const logs = page.getByRole('log');
    for (const place of [0, 1]) await logs.nth(place).getByText('You said: “Who are you?”').waitFor();
    expect(await page.getByRole('log', { name: 'Conversation, Svc Plain' }).count()).toBe(1);
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      expect([width, await window.scrollsSideways()]).toEqual([width, false]);
    }
    expect(await window.violations()).toEqual([]);
    await window.goto('/playground');
    await page.getByRole('button', { name: /^Who are you\?/ }).click();
    for (const place of [0, 1]) await logs.nth(place).getByText('You said: “Who are you?”').waitFor();
    expect(await page.getByLabel('Temperature').inputValue()).toBe('0.3');
    await window.button('Delete Who are you?').click();
    await window.button('Delete all').click();
    await window.dialog.getByRole('button', { name: 'Delete all' }).click();
    await page.getByText('No conversations yet.').waitFor();
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('Who are you');
  });

  it('shows a model that is compared later no reply of the first one as its own', async () => {
    await window.goto('/playground');
    const { page } = window;
    await say('Before you came');
    await log().getByText('You said: “Before you came”').waitFor();
    // A reply that is still being written is not taken over.
    await log()
      .getByText(/tokens of the plan/)
      .waitFor();
    await page.getByLabel('Compare with').selectOption('Svc Plain');
    const second = page.getByRole('log', { name: 'Conversation, Svc Plain' });
    await second.getByText('Svc Standard replied here, before the comparison.').waitFor();
    expect(await second.getByText('You said:').count()).toBe(0);
    await say('Now both');
    for (const name of ['Conversation, Svc Standard', 'Conversation, Svc Plain'])
      await page.getByRole('log', { name }).getByText('You said: “Now both”').waitFor();
    expect(await second.getByText('You said: “Before you came”').count()).toBe(0);
  });

  it('leaves no conversation in the browser after signing out', async () => {
    const leaving = await open();
    await leaving.signIn('ada@acme.test', PASSWORD);
    await leaving.goto('/playground');
    await leaving.page.getByLabel('Message').fill('Only for me');
    await leaving.button('Send').click();
    await leaving.page.getByRole('log').getByText('You said: “Only for me”').waitFor();
    const kept = (): Promise<string> => leaving.page.evaluate(() => JSON.stringify(localStorage));
    await expect.poll(kept).toContain('Only for me');
    await leaving.button('Ada Lovelace').click();
    await leaving.page.getByRole('menuitem', { name: 'Sign out' }).click();
    await leaving.page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor();
    expect(await kept()).not.toContain('Only for me');
    await leaving.close();
  });

  it('keeps nothing in the browser where the organization has zero data retention', async () => {
    const me = '**/console/api/me';
    await window.page.route(me, async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as { organization: object };
      const organization = { ...body.organization, zero_data_retention: true };
      return route.fulfill({ response, json: { ...body, organization } });
    });
    await window.goto('/playground');
    await say('A secret');
    await log().getByText('You said: “A secret”').waitFor();
    await window.page.getByText('not even in this browser').waitFor();
    expect(await window.page.evaluate(() => JSON.stringify(localStorage))).not.toContain('secret');
    await window.unroute();
  });

  it('breaks no rule of the policy and asks nobody else', () => {
    expect(window.wrongs).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { MAIN_KEY, type RunningConsole } from '../../server/test-kit/index.ts';
import { ACME, PASSWORD } from './acme.ts';
import type { ConsoleWindow } from './console-window.ts';
import { withConsole } from './with-console.ts';

const ROUTES = [{ engine: 'main', model: 'sandbox' }];
/** A plan that pays for nothing, so that credits do, and two models without a price. */
const DEPLOYMENT = {
  models: [
    { id: 'Svc Standard', default: true, routes: ROUTES },
    { id: 'Svc Priced', routes: ROUTES, pricing: { input: 3, output: 15 } },
    { id: 'Svc Plain', routes: ROUTES },
  ],
  plans: [{ id: 'pro', paid: true, monthly_tokens: 0 }],
};

describe('a model without a price', () => {
  let service: RunningConsole;
  let window: ConsoleWindow;

  withConsole(
    ACME,
    async (running, open) => {
      service = running;
      window = await open();
      await window.signIn('ada@acme.test', PASSWORD);
    },
    DEPLOYMENT,
  );

  const ask = (model: string) =>
    service.post('/v1/chat/completions', MAIN_KEY, {
      model,
      messages: [{ role: 'user', content: 'Hello' }],
      stream: false,
    });
  const notice = () => window.page.getByText('No price set: calls to Svc Standard, Svc Plain cost $0.00.');

  it('is named where everything cost nothing', async () => {
    expect((await ask('Svc Standard')).status).toBe(200);
    await service.flushUsage();
    await window.goto('/usage');
    await notice().waitFor();
    expect(await window.violations()).toEqual([]);
    await window.page.getByRole('link', { name: 'View prices' }).click();
    await window.page.getByText('No price set').first().waitFor();
  });

  it('costs "No price set" in the playground, and one with a price its cost', async () => {
    const say = async (model: string): Promise<void> => {
      await window.goto('/playground');
      await window.page.getByLabel('Model', { exact: true }).selectOption(model);
      await window.page.getByLabel('Message').fill('Hello');
      await window.button('Send').click();
    };
    const figures = window.page.getByRole('log').locator('dl');
    await say('Svc Standard');
    await figures.getByText('No price set').waitFor();
    await say('Svc Priced');
    await figures.getByText(/^\$0\.0*[1-9]/).waitFor();
    expect(await window.violations()).toEqual([]);
  });

  it('is not named where something had a cost', async () => {
    await service.flushUsage();
    await window.goto('/usage');
    await window.button('Download CSV').waitFor();
    await window.settled();
    expect(await notice().count()).toBe(0);
  });
});

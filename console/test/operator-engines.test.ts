import { describe, expect, it } from 'vitest';
import { ACME } from './acme.ts';
import type { ConsoleWindow } from './console-window.ts';
import { setUpOperator } from './set-up-operator.ts';
import { withConsole } from './with-console.ts';

const NODE = '**/console/api/operator/node';

describe('the page of engines', () => {
  let window: ConsoleWindow;

  withConsole(ACME, async (service, open) => {
    window = await open();
    await setUpOperator(service, window, { email: 'otto@svc.test', role: 'operator' });
  });

  it('shows keys by name, with the reason why one is not used, and why a route is avoided', async () => {
    const { page } = window;
    await page.route(NODE, async (route) => {
      const response = await route.fetch();
      const state = (await response.json()) as {
        engines: object[];
        models: { routes: object[] }[];
      };
      const keys = [
        { name: 'production', state: 'ok', reason: null, until: null },
        { name: 'second', state: 'cooling', reason: 'throttled', until: '2026-11-26T10:15:30Z' },
        { name: 'old', state: 'out', reason: 'unauthorized', until: null },
      ];
      const engines = state.engines.map((engine) => ({ ...engine, keys }));
      const models = state.models.map((model) => ({
        ...model,
        routes: model.routes.map((one) => ({ ...one, breaker: 'open', reason: 'timeouts' })),
      }));
      await route.fulfill({ response: response, json: { ...state, engines, models } });
    });
    await window.goto('/operator/engines');
    await page
      .getByText(/^secondRestingthe engine limits requests, until/)
      .first()
      .waitFor();
    await page
      .getByText(/^oldLeft outthe engine refuses the credential or the account$/)
      .first()
      .waitFor();
    await page.getByText('the engine does not answer in time').first().waitFor();
    expect(await window.violations()).toEqual([]);
    await window.unroute();
  });

  it('tells of token counts that cannot be right, and what to do about them', async () => {
    const { page } = window;
    await page.route(NODE, async (route) => {
      const response = await route.fetch();
      const state = (await response.json()) as { engines: object[] };
      const engines = state.engines.map((engine) => ({ ...engine, implausible_counts: 1204 }));
      await route.fulfill({ response: response, json: { ...state, engines } });
    });
    await window.goto('/operator/engines');
    await page
      .getByText(/^1,204 replies have token counts that cannot be right\..* update or replace its server/)
      .first()
      .waitFor();
    expect(await window.violations()).toEqual([]);
    await window.unroute();
    await window.goto('/operator/engines');
    await page.getByText('None since the start').first().waitFor();
    expect(await page.getByText(/cannot be right/).count()).toBe(0);
  });
});

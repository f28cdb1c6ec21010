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
    await page.unroute(NODE);
    await window.goto('/operator/engines');
    await page.getByText('None since the start').first().waitFor();
    expect(await page.getByText(/cannot be right/).count()).toBe(0);
  });
});

import { describe, expect, it } from 'vitest';
import { MAIN_KEY, type RunningConsole } from '../../server/test-kit/index.ts';
import { ACME } from './acme.ts';
import type { ConsoleWindow } from './console-window.ts';
import { setUpOperator } from './set-up-operator.ts';
import { withConsole } from './with-console.ts';

const model = (id: string, more: object = {}, cost?: object) => ({
  id,
  pricing: { input: '3', output: '15' },
  routes: [{ engine: 'main', ...(cost ? { cost } : {}) }],
  ...more,
});
const DEPLOYMENT = {
  engines: { main: { type: 'sandbox' } },
  plans: [{ id: 'pro', paid: true, monthly_tokens: 1_000_000_000 }],
  models: [model('Svc Standard', { default: true }, { input: '1000', output: '2000' }), model('Svc Large')],
};

describe('margins', () => {
  let service: RunningConsole;
  let window: ConsoleWindow;

  withConsole(
    ACME,
    async (running, open) => {
      service = running;
      window = await open();
      await setUpOperator(service, window, { email: 'vera@svc.test', role: 'operator_viewer' });
    },
    DEPLOYMENT,
  );

  const ask = async (name: string): Promise<void> => {
    const body = { model: name, messages: [{ role: 'user', content: 'Hello' }] };
    const response = await service.post('/v1/chat/completions', MAIN_KEY, body);
    expect(response.status).toBe(200);
    await response.text();
    await service.flushUsage();
  };
  const rowsOf = (name: string) => window.page.getByRole('region', { name, exact: true }).locator('tbody tr');
  const figures = () => window.page.locator('dl[aria-label=Figures]').innerText();

  it('say that nothing was used yet, whatever the period', async () => {
    const { page } = window;
    await page.getByRole('link', { name: 'Margins' }).click();
    await page.getByText('No usage in this period').waitFor();
    await page.getByLabel('Period').selectOption('week');
    await page.waitForURL((url) => url.search === '?period=week');
    const weeks = page.getByLabel('Week', { exact: true }).locator('option');
    expect(await weeks.count()).toBe(13);
    expect(await weeks.first().innerText()).toMatch(/, so far$/);
    await page.getByLabel('Week', { exact: true }).selectOption({ index: 3 });
    await page.waitForURL((url) => /^\?period=week&start=20\d\d-\d\d-\d\d$/.test(url.search));
    await window.settled();
    expect(await window.violations()).toEqual([]);
  });

  it('show what models and organizations used and cost, in the order that is chosen', async () => {
    const { page } = window;
    await ask('Svc Standard');
    await window.goto('/operator/margins');
    await expect
      .poll(() => rowsOf('By organization').allInnerTexts())
      .toEqual([expect.stringContaining('Acme')]);
    const [ofModel] = await rowsOf('By model').allInnerTexts();
    expect(ofModel).toContain('Svc Standard');
    // A plan paid: nothing was charged, and what the engine cost is lost.
    expect(await figures()).toMatch(/Retail\s+\$0\.00\s+Engine cost\s+\$\d+\.\d\d\s+Margin\s+−\$\d+\.\d\d/);
    expect(await page.getByText('is not known').count()).toBe(0);
    await page.getByLabel('Order').selectOption('retail_change');
    await page.waitForURL((url) => url.search === '?sort=retail_change');
    await rowsOf('By organization').getByText('Acme').waitFor();
    await ask('Svc Large');
    await window.goto('/operator/margins?period=day&sort=margin');
    await page.getByText('The engine cost of 1 request is not known').waitFor();
    expect(await rowsOf('By model').count()).toBe(2);
    expect(window.wrongs).toEqual([]);
  });

  it('stand on the page of an organization', async () => {
    const { page } = window;
    await window.goto('/operator/margins');
    await rowsOf('By organization').getByRole('link', { name: 'Acme' }).click();
    await page.getByRole('heading', { level: 2, name: 'Usage and margin' }).waitFor();
    await expect.poll(() => rowsOf('By model').count()).toBe(2);
    await page.getByLabel('Month').selectOption({ index: 1 });
    await expect.poll(() => rowsOf('By model').count()).toBe(0);
    expect(await figures()).toContain('$0.00');
    expect(window.wrongs).toEqual([]);
  });

  it('are beside how each route did, on the page of engines', async () => {
    const { page } = window;
    await service.advance(10);
    for (const width of [1440, 360])
      for (const scheme of ['light', 'dark'] as const) {
        await page.setViewportSize({ width, height: 800 });
        await window.goto('/operator/engines?span=1d');
        const row = page.getByRole('listitem').filter({ hasText: 'main as Svc Standard' }).last();
        await row.getByText(/^1 call · 0% failed/).waitFor();
        expect(await window.violationsIn(scheme)).toEqual([]);
        expect([width, await window.scrollsSideways()]).toEqual([width, false]);
      }
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  it('fit every screen, in both schemes', async () => {
    const { page } = window;
    for (const width of [1440, 360])
      for (const scheme of ['light', 'dark'] as const) {
        await page.setViewportSize({ width, height: 800 });
        await window.goto('/operator/margins?period=day');
        await rowsOf('By organization').getByText('Acme').waitFor();
        expect(await window.violationsIn(scheme)).toEqual([]);
        expect([width, await window.scrollsSideways()]).toEqual([width, false]);
        expect(await window.cutTexts()).toEqual([]);
        await rowsOf('By organization').getByRole('link', { name: 'Acme' }).click();
        await rowsOf('By model').getByText('Svc Large').waitFor();
        expect(await window.violationsIn(scheme)).toEqual([]);
        expect([width, await window.scrollsSideways()]).toEqual([width, false]);
      }
    await page.setViewportSize({ width: 1280, height: 800 });
  });
});

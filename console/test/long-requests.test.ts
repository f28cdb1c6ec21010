import { describe, expect, it } from 'vitest';
import { MAIN_KEY } from '../../server/test-kit/index.ts';
import { ACME, PASSWORD } from './acme.ts';
import type { ConsoleWindow } from './console-window.ts';
import { withConsole } from './with-console.ts';

describe('a long list of requests', () => {
  let window: ConsoleWindow;

  withConsole(ACME, async (service, open) => {
    window = await open();
    await window.signIn('ada@acme.test', PASSWORD);
    const body = { messages: [{ role: 'user', content: 'Hi' }], stream: false };
    await (await service.post('/v1/chat/completions', MAIN_KEY, body)).text();
    await service.flushUsage();
  });

  const rows = () => window.page.getByRole('region', { name: 'Requests' }).locator('tbody tr');

  async function respondToMany(): Promise<void> {
    await window.page.route('**/console/api/requests?*', async (route) => {
      const response = await route.fetch();
      const { data } = (await response.json()) as { data: object[] };
      const many = Array.from({ length: 900 }, (_, n) => ({
        ...data[0],
        id: `req_many${n}`,
        api_key_id: `apikey_many${n}`,
      }));
      return route.fulfill({ response, json: { data: many, has_more: false, last_id: null } });
    });
  }

  it('asks for the names of older keys where one reads, not for those of every row one scrolls past', async () => {
    const { page } = window;
    const asked = new Set<string>();
    await respondToMany();
    await page.route('**/console/api/api_keys/apikey_many*', (route) => {
      asked.add(new URL(route.request().url()).pathname);
      return route.fulfill({ json: { name: 'older key' } });
    });
    await window.goto('/requests');
    await rows().first().getByText('older key').waitFor();
    await page.getByRole('region', { name: 'Requests' }).evaluate(async (list) => {
      while (list.scrollTop + list.clientHeight < list.scrollHeight) {
        list.scrollBy({ top: list.clientHeight });
        await new Promise(requestAnimationFrame);
      }
    });
    await rows().last().getByText('older key').waitFor();
    expect(asked.size).toBeLessThan(450);
    const held = await page.evaluate<number>(
      `__TSR_ROUTER__.options.context.queries.getQueryCache().findAll({ queryKey: ['api-keys', 'one'] }).length`,
    );
    expect(held).toBeLessThan(450);
    await window.unroute();
  });

  it('draws rows one can read, and only the places of those that pass too fast, until one stops', async () => {
    await respondToMany();
    await window.goto('/requests');
    await rows().first().getByRole('link').waitFor();
    const list = window.page.getByRole('region', { name: 'Requests' });
    const countEmpty = (stepPx: number) =>
      list.evaluate(async (element, top) => {
        let empty = 0;
        for (let frame = 0; frame < 30; frame++) {
          element.scrollBy({ top });
          await new Promise(requestAnimationFrame);
          empty += element.querySelectorAll('tbody tr[aria-rowindex]:not(:has(a))').length;
        }
        return empty;
      }, stepPx);
    expect(await countEmpty(12)).toBe(0);
    expect(await countEmpty(1000)).toBeGreaterThan(100);
    await expect.poll(() => countEmpty(0)).toBe(0);
    expect(await list.getByRole('link').count()).toBeGreaterThan(10);
    await window.unroute();
  });

  it('leaves rows that are near as they are, however fast one scrolls', async () => {
    await respondToMany();
    await window.goto('/requests');
    await rows().first().getByRole('link').waitFor();
    const list = window.page.getByRole('region', { name: 'Requests' });
    const pass = () =>
      list.evaluate(async (element) => {
        element.scrollTo({ top: 9600 });
        await new Promise((resolve) => setTimeout(resolve, 500));
        const { bottom } = element.getBoundingClientRect();
        const seen = [...element.querySelectorAll('tbody a')].filter(
          (link) => link.getBoundingClientRect().bottom < bottom,
        );
        // A little more than half of the window twice: the last row is out of sight then, and still near.
        for (let frame = 0; frame < 4; frame++) {
          if (frame % 2 === 0) element.scrollBy({ top: element.clientHeight / 2 + 10 });
          await new Promise(requestAnimationFrame);
        }
        const passing = element.querySelectorAll('tbody tr[aria-rowindex]:not(:has(a))').length;
        return { isDrawn: seen.at(-1)!.isConnected, isFast: passing > 0 };
      });
    // On a busy machine frames may take so long that it is not fast.
    await expect.poll(pass, { timeout: 60_000 }).toEqual({ isDrawn: true, isFast: true });
    await window.unroute();
  });

  it('has every call one scrolls back to, and offers codes of all that were loaded', async () => {
    const { page } = window;
    await page.route('**/console/api/requests?*', async (route) => {
      const url = new URL(route.request().url());
      const after = url.searchParams.get('after_id');
      url.search = '';
      const response = await route.fetch({ url: url.href });
      const { data } = (await response.json()) as { data: object[] };
      const first = after === null ? 0 : Number(after.slice('req_many'.length)) + 1;
      const many = Array.from({ length: 100 }, (_, n) => ({
        ...data[0],
        id: `req_many${first + n}`,
        error_code: `code_${Math.floor(first / 100)}`,
        model: `model ${first + n}`,
      }));
      const next = { has_more: first < 1100, last_id: `req_many${first + 99}` };
      return route.fulfill({ response, json: { data: many, ...next } });
    });
    await window.goto('/requests');
    const list = page.getByRole('region', { name: 'Requests' });
    const shown = (place: number) =>
      list.locator(`[aria-rowindex="${place + 2}"]`).getByText(`model ${place}`, { exact: true });
    await list.evaluate(async (element) => {
      while (!element.querySelector('[aria-rowindex="1201"]')) {
        element.scrollBy({ top: element.clientHeight });
        await new Promise(requestAnimationFrame);
      }
    });
    await shown(1199).waitFor();
    for (const place of [850, 605, 410, 999, 20]) {
      await list.evaluate((element, top) => element.scrollTo({ top }), place * 48);
      await shown(place).waitFor();
    }
    await page.getByLabel('Error code', { exact: true }).fill('code_');
    await expect.poll(() => page.getByRole('listbox').getByRole('option').count()).toBe(12);
    await window.unroute();
  });
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ACME, PASSWORD } from './acme.ts';
import type { ConsoleWindow } from './console-window.ts';
import { withConsole, type OpenWindow } from './with-console.ts';

const DAYS = ['2026-11-20', '2026-11-21', '2026-11-22'];
const AMOUNTS: Readonly<Record<string, readonly string[]>> = {
  Large: ['0.3', '0.2', '0.353927114'],
  Small: ['0.1', '0', '0.05'],
  Fast: ['0.05', '0.05', '0.05'],
};
const USAGE = '/usage?from=2026-11-20&to=2026-11-22';

/** As the service would answer, so that it is known what must be drawn. */
function report(models = Object.keys(AMOUNTS)) {
  const add = (amounts: readonly string[]) =>
    (amounts.reduce((sum, amount) => sum + Math.round(Number(amount) * 1e9), 0) / 1e9).toFixed(9);
  const series = models.map((group) => ({
    group,
    name: null,
    is_other: false,
    amounts: AMOUNTS[group]!,
    total: add(AMOUNTS[group]!),
    before: group === 'Large' ? '0.5' : '0',
  }));
  return {
    type: 'usage_series',
    measure: 'cost',
    group_by: 'model',
    buckets: DAYS.map((day, at) => ({
      starting_at: `${day}T00:00:00Z`,
      ending_at: `${DAYS[at + 1] ?? '2026-11-23'}T00:00:00Z`,
    })),
    series,
    total: add(series.map(({ total }) => total)),
    before: { starting_at: '2026-11-17T00:00:00Z', ending_at: '2026-11-20T00:00:00Z', total: '0.5' },
  };
}

describe('a chart', () => {
  let open: OpenWindow;
  let window: ConsoleWindow;

  withConsole(ACME, (_service, openWindow) => {
    open = openWindow;
  });

  async function show(options?: Parameters<OpenWindow>[0], path = USAGE, movesTime = false): Promise<void> {
    window = await open(options);
    if (movesTime) await window.page.clock.install();
    await window.page.route('**/console/api/usage_report/series?*', (route) =>
      route.fulfill({ json: report() }),
    );
    await window.signIn('ada@acme.test', PASSWORD);
    await window.goto(path);
    await plot().locator('rect[data-series]').first().waitFor();
  }

  beforeEach(() => show());
  afterEach(() => window.close());

  const plot = () => window.page.getByRole('slider', { name: 'Cost per day by model' });
  const legend = () => window.page.getByRole('list', { name: 'Series' }).getByRole('button');
  const tooltip = () => window.page.getByRole('tooltip');

  /** What the bars stand for, measured on the axis beside them. */
  const drawn = () =>
    plot().evaluate((slider) => {
      const axis = [...slider.querySelectorAll('[data-axis=value] > g')].map((tick) => ({
        y: Number(tick.querySelector('line')!.getAttribute('y1')),
        value: Number(tick.textContent.replace('$', '')),
      }));
      const [zero, top] = [axis[0]!, axis.at(-1)!];
      const dollarsPerPixel = (top.value - zero.value) / (zero.y - top.y);
      return [...slider.querySelectorAll('[data-bucket]')].map((bar) =>
        Object.fromEntries(
          [...bar.querySelectorAll('rect')].map((rect) => [
            rect.dataset['series']!,
            Math.round(Number(rect.getAttribute('height')) * dollarsPerPixel * 1e6) / 1e6,
          ]),
        ),
      );
    });

  const expected = (...models: readonly string[]) =>
    DAYS.map((_, day) =>
      Object.fromEntries(
        models.flatMap((model) => {
          const amount = Math.round(Number(AMOUNTS[model]![day]) * 1e6) / 1e6;
          return amount === 0 ? [] : [[model, amount]];
        }),
      ),
    );

  it('draws the others as tall as they are when a series is hidden', async () => {
    expect(await drawn()).toEqual(expected('Large', 'Small', 'Fast'));
    await window.page.getByText('$1.15', { exact: true }).waitFor();
    await window.page.getByText('Up 131% from $0.50 in the 3 days before').waitFor();
    const large = legend().filter({ hasText: 'Large' });
    await large.click();
    expect(await large.getAttribute('aria-pressed')).toBe('false');
    expect(await drawn()).toEqual(expected('Small', 'Fast'));
    await window.page.getByText('of the selected series').waitFor();
    await window.page.getByText('Nothing in the 3 days before').waitFor();
    await legend().filter({ hasText: 'Small' }).click();
    await legend().filter({ hasText: 'Fast' }).click();
    await window.page.getByText('All series are hidden.').waitFor();
    await large.click();
    expect(await drawn()).toEqual(expected('Large'));
    expect(window.wrongs).toEqual([]);
  });

  it('offers a hidden series again when it is the only one left, and shows all of another split', async () => {
    const { page } = window;
    const today = new Date();
    const lastMonth = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - 1));
    const firstDay = lastMonth.toISOString().slice(0, 'YYYY-MM-DD'.length);
    await page.route('**/console/api/usage_report/series?*', (route) => {
      const asked = new URL(route.request().url()).searchParams;
      const isShort = asked.get('starting_at')!.startsWith(firstDay);
      return route.fulfill({ json: report(isShort ? ['Large'] : undefined) });
    });
    const large = legend().filter({ hasText: 'Large' });
    await large.click();
    await page.getByText('of the selected series').waitFor();
    await page.getByRole('button', { name: /^Time range/ }).click();
    await window.button('Last month').click();
    await page.getByText('All series are hidden.').waitFor();
    await large.click();
    expect(await drawn()).toEqual(expected('Large'));
    await large.waitFor({ state: 'detached' });
    await window.goto(USAGE);
    await large.click();
    await page.getByText('of the selected series').waitFor();
    await page.getByLabel('By', { exact: true }).selectOption('workspace_id');
    await page.getByRole('slider', { name: 'Cost per day by workspace' }).waitFor();
    expect(await page.getByText('of the selected series').count()).toBe(0);
  });

  it('has its first and its last bar whole, and each time once on its axis', async () => {
    const bars = await plot().evaluate((slider) => {
      const { left, right } = slider.getBoundingClientRect();
      return [...slider.querySelectorAll('[data-series]')].map((rect) => {
        const box = rect.getBoundingClientRect();
        return box.left >= left && box.right <= right && box.width > 20;
      });
    });
    expect(new Set(bars)).toEqual(new Set([true]));
    const ticks = await plot().locator('[data-axis=time] text').allTextContents();
    expect(ticks).toEqual(['20 Nov', '21 Nov', '22 Nov']);
    expect(await plot().locator('[data-axis=value] text').allTextContents()).toEqual([
      '$0.00',
      '$0.10',
      '$0.20',
      '$0.30',
      '$0.40',
      '$0.50',
    ]);
  });

  it('says all values of a bar at the pointer and at the keyboard', async () => {
    const box = (await plot().boundingBox())!;
    await window.page.mouse.move(box.x + box.width * 0.5, box.y + 100);
    expect(await tooltip().locator('dd').allTextContents()).toEqual(['$0.05', '$0.00', '$0.20', '$0.25']);
    expect(await tooltip().textContent()).toContain('21 Nov 2026');
    await window.page.mouse.move(box.x + 10, box.y - 60);
    await tooltip().waitFor({ state: 'detached' });
    await plot().focus();
    const said = async (key: string) => {
      await window.page.keyboard.press(key);
      return plot().getAttribute('aria-valuetext');
    };
    expect(await said('End')).toBe(
      '22 Nov 2026: total $0.453927114; Large $0.353927114, Small $0.05, Fast $0.05',
    );
    expect(await said('ArrowLeft')).toMatch(/^21 Nov 2026: total \$0\.25;/);
    expect(await said('Home')).toMatch(/^20 Nov 2026: total \$0\.45;/);
    expect(await said('ArrowLeft')).toMatch(/^20 Nov 2026/);
    expect(await said('ArrowRight')).toMatch(/^21 Nov 2026/);
    expect(await tooltip().locator('dd').last().textContent()).toBe('$0.25');
    expect(await window.violations()).toEqual([]);
    await window.page.keyboard.press('Escape');
    await tooltip().waitFor({ state: 'detached' });
  });

  it('is a table of exact numbers, of what is not hidden', async () => {
    await legend().filter({ hasText: 'Small' }).click();
    await window.button('Show as table').click();
    const table = window.page.getByRole('region', { name: 'Cost per day by model' });
    await table.waitFor();
    const rows = table.getByRole('row');
    const cells = (row: number) => rows.nth(row).locator('th, td').allTextContents();
    expect(await cells(0)).toEqual(['Time (UTC)', 'Large', 'Fast', 'Total']);
    expect(await cells(1)).toEqual(['22 Nov 2026', '$0.353927114', '$0.05', '$0.403927114']);
    expect(await rows.count()).toBe(4);
    const isCut = ({ scrollWidth, clientWidth }: Element) => scrollWidth > clientWidth;
    for (const cell of await table.locator('td').all()) expect(await cell.evaluate(isCut)).toBe(false);
    expect(await window.violations()).toEqual([]);
    await window.button('Show as chart').click();
    expect(await drawn()).toEqual(expected('Large', 'Fast'));
  });

  it('tells series apart by patterns where colours are forced', async () => {
    await window.page.emulateMedia({ forcedColors: 'active' });
    const fills = await plot().evaluate((slider) =>
      [...slider.querySelectorAll('[data-bucket="0"] rect')].map((rect) => {
        const name = /url\(#(.*)\)/.exec(rect.getAttribute('fill') ?? '')?.[1] ?? '';
        return document.getElementById(name)?.innerHTML;
      }),
    );
    expect(new Set(fills).size).toBe(3);
    expect(fills).not.toContain(undefined);
    expect(await window.violations()).toEqual([]);
  });

  it('refreshes itself without a word, and keeps what it shows when that fails', async () => {
    await window.close();
    await show(undefined, '/usage', true);
    let large = 0.3;
    await window.page.route('**/console/api/usage_report/series?*', async (route) => {
      if (large === 0) return route.fulfill({ status: 500, json: { error: { type: 'api_error' } } });
      const { series, ...rest } = report();
      const others = series.filter(({ group }) => group !== 'Large');
      const grown = { ...series[0]!, amounts: [String(large), '0', '0'], total: String(large) };
      return route.fulfill({ json: { ...rest, series: [grown, ...others] } });
    });
    const firstBar = async () => (await drawn())[0]!['Large'];
    large = 0.4;
    await window.page.clock.fastForward(31_000);
    await expect.poll(firstBar).toBe(0.4);
    large = 0;
    const failed = window.page.waitForResponse((response) => response.status() === 500);
    await window.page.clock.fastForward(31_000);
    await failed;
    expect([await firstBar(), await window.page.getByRole('alert').count()]).toEqual([0.4, 0]);
  });

  it('shows the same days everywhere in the world and fits a telephone', async () => {
    await window.close();
    await show({ timezoneId: 'America/Los_Angeles', viewport: { width: 360, height: 800 } });
    expect(await plot().locator('[data-axis=time] text').allTextContents()).toEqual([
      '20 Nov',
      '21 Nov',
      '22 Nov',
    ]);
    await plot().focus();
    const inside = await tooltip().evaluate((tip) => {
      const { left, right } = tip.getBoundingClientRect();
      return left >= 0 && right <= innerWidth;
    });
    expect([inside, await window.scrollsSideways()]).toEqual([true, false]);
  });
});

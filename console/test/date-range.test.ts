import { describe, expect, it } from 'vitest';
import { ACME, PASSWORD } from './acme.ts';
import type { ConsoleWindow } from './console-window.ts';
import { withConsole } from './with-console.ts';

const DAY_MS = 86_400_000;

describe('the picker of days', () => {
  let window: ConsoleWindow;

  withConsole(ACME, async (_service, open) => {
    // Far from UTC: the days of a report stay those of UTC.
    window = await open({ timezoneId: 'Pacific/Auckland', locale: 'en-US' });
    await window.signIn('ada@acme.test', PASSWORD);
  });

  const picker = () => window.page.getByRole('button', { name: /^Time range/ });
  const asked = () => {
    const { searchParams } = new URL(window.page.url());
    return [searchParams.get('from'), searchParams.get('to')];
  };
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  const choose = async (preset: string) => {
    await picker().click();
    await window.button(preset).click();
    await window.page.getByRole('grid').waitFor({ state: 'detached' });
  };

  it('has the usual ranges by one press, and says which is chosen', async () => {
    await window.goto('/usage');
    expect(await picker().innerText()).toBe('Last 30 days');
    await choose('Today');
    const today = day(Date.now());
    await expect.poll(asked).toEqual([today, today]);
    expect(await picker().innerText()).toBe('Today');
    await choose('Last 7 days');
    await expect.poll(asked).toEqual([day(Date.now() - 6 * DAY_MS), today]);
    await choose('This month');
    await expect.poll(asked).toEqual([`${today.slice(0, 7)}-01`, today]);
    await choose('Last month');
    const before = day(Date.parse(`${today.slice(0, 7)}-01`) - DAY_MS);
    await expect.poll(asked).toEqual([`${before.slice(0, 7)}-01`, before]);
    await window.page.reload();
    await expect.poll(() => picker().innerText()).toBe('Last month');
    await picker().click();
    expect(await window.button('Last month').getAttribute('aria-pressed')).toBe('true');
    await window.page.keyboard.press('Escape');
  });

  it('takes any other range by the keyboard alone, and gives the focus back', async () => {
    const { page } = window;
    await window.goto('/usage?from=2026-03-01&to=2026-03-31');
    expect(await picker().innerText()).toBe('Mar 1 – 31, 2026');
    await picker().focus();
    await page.keyboard.press('Enter');
    await page.getByRole('grid').waitFor();
    // Past the presets and the arrows of the month to the first chosen day.
    await page
      .getByRole('grid')
      .getByRole('button', { name: /March 1,/ })
      .waitFor();
    for (let stop = 0; stop < 12; stop++) {
      if (await page.evaluate(() => document.activeElement?.closest('[role=grid]') !== null)) break;
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('PageUp');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expect.poll(asked).toEqual(['2026-02-08', '2026-02-10']);
    expect(await picker().innerText()).toBe('Feb 8 – 10, 2026');
    await expect.poll(() => picker().evaluate((button) => button === document.activeElement)).toBe(true);
  });

  it('offers no day that is still to come', async () => {
    await window.goto('/usage');
    await picker().click();
    const offered = window.page.getByRole('grid').locator('button:enabled');
    const last = await offered.last().getAttribute('aria-label');
    expect(last).toContain(`${new Date().getUTCDate()}`);
    const arrows = ['Previous month', 'Next month'].map((name) => window.button(name).count());
    expect(await Promise.all(arrows)).toEqual([1, 0]);
  });

  it('is accessible, fits a phone, and keeps to the policy', async () => {
    const { page } = window;
    for (const width of [1440, 360]) {
      await page.setViewportSize({ width, height: 800 });
      await window.goto('/usage');
      await picker().click();
      await page.getByRole('grid').waitFor();
      expect(await window.violations()).toEqual([]);
      expect(await window.scrollsSideways()).toBe(false);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    expect(window.wrongs).toEqual([]);
  });

  it('takes today for the day it is where the person is, as the times of the audit log are', async () => {
    const { page } = window;
    // In Auckland it is the day after already.
    await page.clock.setFixedTime('2026-11-24T20:00:00Z');
    await window.goto('/audit');
    await choose('Today');
    await expect.poll(asked).toEqual(['2026-11-25', '2026-11-25']);
    await window.goto('/usage');
    await choose('Today');
    await expect.poll(asked).toEqual(['2026-11-24', '2026-11-24']);
    await page.clock.setFixedTime(new Date());
  });

  it('narrows the audit log, together with the other filters, and gives any time back', async () => {
    const { page } = window;
    await window.goto('/audit');
    await picker().click();
    const askedFor = page.waitForRequest(/audit_events\?.*starting_at/);
    await window.button('Last month').click();
    const query = new URL((await askedFor).url()).searchParams;
    const hourThere = (name: string) =>
      new Date(query.get(name)!).toLocaleTimeString('en-GB', { timeZone: 'Pacific/Auckland' });
    expect([hourThere('starting_at'), hourThere('ending_at')]).toEqual(['00:00:00', '00:00:00']);
    await page.getByRole('searchbox').fill('nothing');
    await expect.poll(() => new URL(page.url()).searchParams.get('resource')).toBe('nothing');
    expect(asked()).not.toContain(null);
    await picker().click();
    await window.button('Any time').click();
    await expect.poll(asked).toEqual([null, null]);
    expect(new URL(page.url()).searchParams.get('resource')).toBe('nothing');
  });
});

import { afterEach, describe, expect, it } from 'vitest';
import { ApiBrowser, MAIN_KEY, type RunningConsole } from '../../server/test-kit/index.ts';
import { ACME, PASSWORD } from './acme.ts';
import type { ConsoleWindow } from './console-window.ts';
import { withConsole, type OpenWindow } from './with-console.ts';

const NEW = {
  name: 'Fresh',
  plan: 'pro',
  credits: { enabled: true, balance_usd: '10' },
  members: [{ email: 'nora@fresh.test', name: 'Nora', role: 'primary_owner', password: PASSWORD }],
  workspaces: [{ name: 'Default' }],
};
const BILL = { email: 'bill@acme.test', name: 'Bill Ing', role: 'billing', password: PASSWORD };
const [acme] = ACME.organizations;
const PROVISIONING = { organizations: [{ ...acme!, members: [...acme!.members, BILL] }, NEW] };
const TIER = { requests_per_minute: 8 };

describe('the Overview', () => {
  let service: RunningConsole;
  let open: OpenWindow;
  const windows: ConsoleWindow[] = [];

  withConsole(
    PROVISIONING,
    async (running, openWindow) => {
      [service, open] = [running, openWindow];
      await joinDefault('dev@acme.test', 'workspace_developer');
      for (const text of ['Hi', '[[sandbox: fail=500]] secret', 'Hi again', '[[sandbox: fail=429]] secret'])
        await ask(text);
      await service.flushUsage();
    },
    { rate_tiers: { start: TIER } },
  );
  afterEach(async () => {
    for (const window of windows.splice(0)) {
      if (window.wrongs.length > 0) throw new Error(window.wrongs.join('\n'));
      await window.close();
    }
  });

  async function joinDefault(email: string, role: string): Promise<void> {
    const api = new ApiBrowser(service.baseUrl);
    await api.signIn('ada@acme.test', PASSWORD);
    const list = (await api.get('/console/api/workspaces')).body['data'] as { id: string; name: string }[];
    const [user] = (await api.get(`/console/api/users?email=${email}`)).body['data'] as { id: string }[];
    const workspace = list.find(({ name }) => name === 'Default')!.id;
    await api.post(`/console/api/workspaces/${workspace}/members`, { user_id: user!.id, role });
  }

  async function ask(text: string): Promise<void> {
    const messages = [{ role: 'user', content: text }];
    const reply = await service.post('/v1/chat/completions', MAIN_KEY, { messages, stream: false });
    await reply.text();
  }

  const asPerson = async (email: string): Promise<ConsoleWindow> => {
    const window = await open();
    windows.push(window);
    await window.signIn(email, PASSWORD);
    await window.settled();
    return window;
  };
  const headings = ({ page }: ConsoleWindow) => page.getByRole('heading', { level: 2 }).allTextContents();
  const card = ({ page }: ConsoleWindow, name: string) =>
    page.locator('section').filter({ has: page.getByRole('heading', { name, exact: true }) });

  it('has the week in two charts that lead to Usage', async () => {
    const ada = await asPerson('ada@acme.test');
    const { page } = ada;
    const chart = page.getByRole('group', { name: 'Requests, last 7 days' });
    await chart.getByText('2', { exact: true }).first().waitFor();
    await chart.getByText('the 7 days before, up to the same hour').waitFor();
    await page.getByText('No cost in the last 7 days.').waitFor();
    await page.getByRole('link', { name: 'Requests by model, workspace and key' }).click();
    await page.getByRole('heading', { level: 1, name: 'Usage and cost' }).waitFor();
    expect(new URL(page.url()).searchParams.get('show')).toBe('requests');
  });

  it('compares the week with what the service says of the time before', async () => {
    const ada = await asPerson('ada@acme.test');
    const { page } = ada;
    await page.route('**/console/api/usage_report/series?*measure=requests*', async (route) => {
      const response = await route.fetch();
      const usage = (await response.json()) as { before: object };
      return route.fulfill({ response, json: { ...usage, before: { ...usage.before, total: '1' } } });
    });
    await page.reload();
    const chart = page.getByRole('group', { name: 'Requests, last 7 days' });
    await chart.getByText('Up 100% from 1 in the 7 days before, up to the same hour').waitFor();
    expect(await chart.getByRole('slider').getAttribute('aria-valuemax')).toBe('7');
    await ada.unroute();
  });

  it('lists calls that failed, each with the way to its record', async () => {
    const ada = await asPerson('ada@acme.test');
    const failures = card(ada, 'Recent failures').getByRole('listitem');
    await expect.poll(() => failures.count(), { timeout: 20_000 }).toBe(2);
    // The text a caller sent is nobody's business.
    expect(await card(ada, 'Recent failures').innerText()).not.toContain('secret');
    await failures.nth(1).getByText('upstream_error').click();
    await ada.page.getByText('Timeline').waitFor();
    expect(new URL(ada.page.url()).pathname).toMatch(/^\/console\/requests\/req_/);
  });

  it('shows the fullest limits and the busiest keys, and is accessible light and dark, wide and narrow', async () => {
    await ask('One more');
    const ada = await asPerson('ada@acme.test');
    await card(ada, 'Limits in use').getByRole('meter', { name: 'Requests, Svc Standard' }).waitFor();
    expect(await card(ada, 'Limits in use').getByRole('meter').count()).toBeLessThanOrEqual(3);
    await card(ada, 'Busiest keys')
      .getByRole('link', { name: /^website backend/ })
      .waitFor();
    expect(await ada.violations()).toEqual([]);
    await ada.page.setViewportSize({ width: 360, height: 800 });
    expect([await ada.scrollsSideways(), await ada.violations()]).toEqual([false, []]);
  });

  it('shows a developer what they may see: their workspace, its limits and failures, no allowance', async () => {
    const dev = await asPerson('dev@acme.test');
    await card(dev, 'Limits in use')
      .getByText('The fullest right now in Default. Rates are per minute.')
      .waitFor();
    await dev.page.getByText('No cost in the last 7 days.').waitFor();
    const shown = await headings(dev);
    expect(shown).toContain('Recent failures');
    for (const hidden of ['Allowance', 'Get started']) expect(shown).not.toContain(hidden);
    expect(await dev.violations()).toEqual([]);
  });

  it('shows people of billing money and limits, and no keys', async () => {
    const bill = await asPerson('bill@acme.test');
    await card(bill, 'Allowance').getByText('Credits', { exact: true }).waitFor();
    await card(bill, 'Limits in use').getByText('The fullest right now.').waitFor();
    expect(await headings(bill)).not.toContain('Busiest keys');
  });

  it('shows a plain member their own calls alone', async () => {
    const mem = await asPerson('mem@acme.test');
    await mem.page.getByText('No calls in the last 7 days.').waitFor();
    await mem.page.getByText('No failed calls in the last 7 days.').waitFor();
    expect(await headings(mem)).toEqual(['The last 7 days', 'Recent failures']);
  });

  it('begins with the first steps and the first call in a new organization', async () => {
    const nora = await asPerson('nora@fresh.test');
    expect((await headings(nora)).slice(0, 3)).toEqual(['Get started', 'Call a model', 'The last 7 days']);
    expect(await nora.page.getByRole('slider').count()).toBe(0);
    expect(await nora.violations()).toEqual([]);
  });

  it('says that credits pay, or that calls are refused, when the allowance is used up', async () => {
    const ada = await asPerson('ada@acme.test');
    const balances = [
      { balance: '25.00', text: 'Credits are paying for calls now' },
      {
        balance: '-0.01',
        text: 'Calls are refused: the plan’s allowance is used up, and no credits are left.',
      },
    ];
    for (const { balance, text } of balances) {
      await ada.page.route('**/console/api/billing', async (route) => {
        const response = await route.fetch();
        const body = (await response.json()) as { windows: { limit_tokens: number }[]; credits: object };
        const [month, ...others] = body.windows;
        const full = { ...month!, used_tokens: 16_100, limit_tokens: 15_000 };
        const credits = { ...body.credits, balance_usd: balance };
        return route.fulfill({ response, json: { ...body, windows: [full, ...others], credits } });
      });
      await ada.goto('/');
      await card(ada, 'Allowance').getByText(text).waitFor();
      await card(ada, 'Allowance').getByText('Used up.', { exact: true }).waitFor();
      await card(ada, 'Allowance').getByText('16.1K of 15K tokens').waitFor();
      expect(await ada.violations()).toEqual([]);
    }
  });
});

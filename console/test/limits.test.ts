import { afterEach, describe, expect, it } from 'vitest';
import { ApiBrowser, MAIN_KEY, type RunningConsole } from '../../server/test-kit/index.ts';
import { ACME, PASSWORD } from './acme.ts';
import type { ConsoleWindow } from './console-window.ts';
import { withConsole, type OpenWindow } from './with-console.ts';

const RESEARCH_KEY = `sk_live_${'7'.repeat(64)}`;
const [acme] = ACME.organizations;
const PROVISIONING = {
  organizations: [
    {
      ...acme!,
      keys: [
        ...acme!.keys,
        { ...acme!.keys[0]!, name: 'research', secret: RESEARCH_KEY, workspace: 'Research' },
      ],
    },
  ],
};
const TIER = { requests_per_minute: 8, input_tokens_per_minute: 4_000_000, output_tokens_per_minute: 9000 };
const POLL = { timeout: 20_000 };

describe('limits in use', () => {
  let service: RunningConsole;
  let open: OpenWindow;
  let ada: ConsoleWindow;
  let ids: Readonly<Record<string, string>>;
  const others: ConsoleWindow[] = [];

  withConsole(
    PROVISIONING,
    async (running, openWindow) => {
      [service, open] = [running, openWindow];
      ada = await open();
      await ada.signIn('ada@acme.test', PASSWORD);
      ids = await prepare();
    },
    { rate_tiers: { start: TIER } },
  );
  afterEach(async () => {
    for (const window of others.splice(0)) await window.close();
  });

  /** Dev is in Default alone, Research may make four requests a minute, and Default spend five dollars a month. */
  async function prepare(): Promise<Record<string, string>> {
    const api = new ApiBrowser(service.baseUrl);
    await api.signIn('ada@acme.test', PASSWORD);
    const list = (await api.get('/console/api/workspaces')).body['data'] as { id: string; name: string }[];
    const found = Object.fromEntries(list.map(({ id, name }) => [name, id]));
    const overrides = [{ model: 'Svc Standard', requests_per_minute: 4 }];
    await api.send('PUT', `/console/api/workspaces/${found['Research']}/rate_limits`, { overrides });
    const scope = { type: 'workspace', workspace_id: found['Default'] };
    await api.post('/console/api/spend_limits', { scope, limit_usd: '5' });
    const [dev] = (await api.get('/console/api/users?email=dev@acme.test')).body['data'] as { id: string }[];
    const member = { user_id: dev!.id, role: 'workspace_developer' };
    await api.post(`/console/api/workspaces/${found['Default']}/members`, member);
    return found;
  }

  const ask = async (key: string, times = 1): Promise<void> => {
    for (let i = 0; i < times; i++) {
      const messages = [{ role: 'user', content: 'Hi' }];
      const response = await service.post('/v1/chat/completions', key, { messages, stream: false });
      await response.text();
    }
  };
  const meters = async ({ page }: ConsoleWindow, name: string) =>
    page
      .getByRole('meter', { name, exact: true })
      .evaluateAll((all) => all.map((meter) => meter.getAttribute('aria-valuetext')));
  const asPerson = async (email: string): Promise<ConsoleWindow> => {
    const window = await open();
    others.push(window);
    await window.signIn(email, PASSWORD);
    return window;
  };

  it('are shown to an owner by model, and move while the page is open', async () => {
    await ada.goto('/limits');
    await ada.settled();
    expect(await meters(ada, 'Requests')).toEqual(['0 of 8 per minute']);
    await ask(MAIN_KEY, 2);
    await expect.poll(() => meters(ada, 'Requests'), POLL).toEqual(['2 of 8 per minute']);
    await ada.page.getByText('25% of 8/min').waitFor();
    await ada.page.getByText('<1% of 4,000,000/min').waitFor();
    await ada.page.getByText('600 requests per minute').first().waitFor();
    await ada.page.getByRole('heading', { name: 'Tier' }).waitFor();
    expect(await ada.violations()).toEqual([]);
  });

  it('of a workspace are its own beside those it shares, and a full one says what happens', async () => {
    await ask(RESEARCH_KEY, 5);
    await ada.goto('/limits');
    await ada.page.getByLabel('Limits of').selectOption('Research');
    await expect
      .poll(() => meters(ada, 'Requests'), POLL)
      .toEqual(['4 of 4 per minute', expect.stringMatching(/^\d of 8 per minute$/)]);
    await ada.page.getByText('Limit reached. New calls get status 429 until use drops.').first().waitFor();
    expect(new URL(ada.page.url()).searchParams.get('workspace')).toBe(ids['Research']);
    expect(await ada.violations()).toEqual([]);
    await ada.page.setViewportSize({ width: 360, height: 800 });
    expect(await ada.scrollsSideways()).toBe(false);
    await ada.page.setViewportSize({ width: 1280, height: 800 });
  });

  it('keep their bars when the system forces its colours', async () => {
    await ada.goto('/limits');
    await ada.page.emulateMedia({ forcedColors: 'active' });
    await ada.settled();
    const looks = await ada.page
      .getByRole('meter')
      .first()
      .evaluate((meter) => {
        const [track, filling] = [meter.firstElementChild!, meter.firstElementChild!.firstElementChild!];
        return {
          outline: getComputedStyle(track).borderTopWidth,
          differs: getComputedStyle(track).backgroundColor !== getComputedStyle(filling).backgroundColor,
        };
      });
    await ada.page.emulateMedia({ forcedColors: 'none' });
    expect(looks).toEqual({ outline: '1px', differs: true });
  });

  it('are not asked for while nobody sees the page', async () => {
    await ada.goto('/limits');
    await ada.settled();
    let asked = 0;
    ada.page.on('request', (request) => (asked += Number(request.url().endsWith('/limit_use'))));
    await expect.poll(() => asked, POLL).toBeGreaterThan(0);
    await ada.page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
      window.dispatchEvent(new Event('visibilitychange'));
    });
    await ada.page.waitForTimeout(500);
    const before = asked;
    await ada.page.waitForTimeout(7000);
    expect(asked).toBe(before);
  });

  it('are shown to a developer for their own workspace alone, to look at', async () => {
    const dev = await asPerson('dev@acme.test');
    await dev.page.getByRole('link', { name: 'Limits', exact: true }).click();
    await dev.page.getByRole('meter', { name: 'Requests', exact: true }).waitFor();
    expect(await dev.page.getByRole('combobox').count()).toBe(0);
    await dev.page.getByText('Shared with the whole organization').first().waitFor();
    await dev.page.getByText('$0.00 of $5.00').waitFor();
    await dev.page.getByText('Resets').waitFor();
    for (const name of ['Set a spend limit', 'Change', 'Remove'])
      expect(await dev.page.getByRole('button', { name }).count(), name).toBe(0);
    expect(await dev.page.getByRole('heading', { name: 'Tier' }).count()).toBe(0);
    expect(await dev.violations()).toEqual([]);
    // Of a workspace they do not belong to the address leads to their own.
    await dev.goto(`/limits?workspace=${ids['Research']}`);
    await dev.page.getByRole('meter', { name: 'Requests', exact: true }).waitFor();
    expect(await dev.page.getByText('Limit of this workspace').count()).toBe(0);
    expect(dev.wrongs).toEqual([]);
  });

  it('have no page for a plain member', async () => {
    const mem = await asPerson('mem@acme.test');
    expect(await mem.page.getByRole('link', { name: 'Limits', exact: true }).count()).toBe(0);
    await mem.goto('/limits');
    await mem.page.getByText('Page not found').waitFor();
    expect(mem.wrongs).toEqual([]);
  });

  it('of the organization do not look like values that were set for a workspace', async () => {
    await ada.goto(`/workspaces/${ids['Default']}?tab=limits`);
    const field = ada.page.getByLabel('Requests per minute of Svc Standard');
    await ada.page.getByText('Organization: 8', { exact: true }).waitFor();
    expect(await field.inputValue()).toBe('');
    expect(await field.getAttribute('placeholder')).toBeNull();
    await ada.page.getByRole('link', { name: 'See what is in use' }).click();
    await ada.page.getByRole('meter', { name: 'Requests', exact: true }).waitFor();
    expect(await ada.page.getByLabel('Limits of').inputValue()).toBe(ids['Default']);
    expect(ada.wrongs).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { Authenticator, MAIN_KEY, type RunningConsole } from '../../server/test-kit/index.ts';
import { ACME } from './acme.ts';
import type { ConsoleWindow } from './console-window.ts';
import { withConsole } from './with-console.ts';

describe('the page of what happens now', () => {
  let service: RunningConsole;
  let window: ConsoleWindow;

  withConsole(ACME, async (running, open) => {
    service = running;
    window = await open();
    await signIn();
  });

  async function signIn(): Promise<void> {
    const { page } = window;
    const { token } = await service.operator.addOperator({ email: 'otto@svc.test', role: 'operator_viewer' });
    await window.goto(`/operator/set-up#${token.reveal()}`);
    await page.getByLabel('Your name').fill('Otto');
    await page.getByLabel('Password', { exact: true }).fill('a password of operators');
    const key = await page.locator('code').innerText();
    const app = new Authenticator(`otpauth://totp/Svc?secret=${key}&period=30&digits=6&algorithm=SHA1`);
    await page.getByLabel('Code', { exact: true }).fill(app.code(service.nowMs()));
    await window.button('Finish set-up').click();
    await page.getByRole('heading', { level: 1, name: 'Organizations' }).waitFor();
  }

  const ask = async (body: object): Promise<void> => {
    await (await service.post('/v1/chat/completions', MAIN_KEY, body)).text();
  };

  it('says on a new deployment that nothing was called yet, and how its node is', async () => {
    const { page } = window;
    await page.getByRole('link', { name: 'Now' }).click();
    await page.getByRole('heading', { level: 1, name: 'Now' }).waitFor();
    await page.getByText('There were none in this time.').waitFor();
    await page.getByLabel('Time').selectOption('90d');
    await page.getByText('Create an organization, give it a key').waitFor();
    const nodes = page.getByRole('region', { name: 'Nodes' }).locator('tbody tr');
    await expect.poll(() => nodes.allInnerTexts()).toEqual([expect.stringContaining('Ready')]);
    await page.getByText('Nothing waits.').waitFor();
    expect(await window.violations()).toEqual([]);
  });

  it('draws calls, tokens, latencies and errors, by what is chosen, and keeps the choice in the address', async () => {
    const { page } = window;
    const messages = [{ role: 'user', content: 'Hello' }];
    for (let call = 0; call < 12; call++) await ask({ messages, stream: call % 3 > 0 });
    for (let call = 0; call < 3; call++) await ask({ messages: 'none' });
    await service.flushUsage();
    await service.advance(60);
    await window.goto('/operator/now');
    const chart = (name: string) => page.getByRole('group', { name });
    await chart('Requests by model').getByTitle('15', { exact: true }).waitFor();
    for (const name of ['Tokens by model', 'Time to first output, 95th percentile'])
      expect([name, await chart(name).count()]).toEqual([name, 1]);
    await chart('Failed and refused calls by error code').getByTitle('3', { exact: true }).waitFor();
    const figures = page.locator('dl[aria-label=Figures]');
    expect(await figures.innerText()).toContain('20%');
    await page.getByLabel('Split by').selectOption('engine');
    await page.getByLabel('Latency', { exact: true }).selectOption('p99_ms');
    await chart('Requests by engine').waitFor();
    await chart('Time of whole calls, 99th percentile').waitFor();
    expect(new URL(page.url()).search).toBe('?by=engine&latency=p99_ms');
    const rows = page.getByRole('region', { name: 'Latency by engine' }).locator('tbody tr');
    await expect
      .poll(async () => (await rows.allInnerTexts()).map((text) => text.split('\t')[0]!.trim()))
      .toEqual(['main', 'No engine']);
    expect(window.wrongs).toEqual([]);
  });

  it('refreshes itself', async () => {
    const { page } = window;
    await window.goto('/operator/now');
    const requests = page.getByRole('group', { name: 'Requests by model' });
    await requests.getByTitle('15', { exact: true }).waitFor();
    await ask({ messages: [{ role: 'user', content: 'Hello' }], stream: false });
    await service.flushUsage();
    await service.advance(1);
    await requests.getByTitle('16', { exact: true }).waitFor({ timeout: 20_000 });
    expect(window.wrongs).toEqual([]);
  });

  it('says in words what is wrong, what happens meanwhile and where that is explained', async () => {
    const { page } = window;
    await page.route('**/operator/nodes?*', async (route) => {
      const response = await route.fetch();
      const body = await response.json();
      const [node] = body.data;
      const others = [
        { ...node, id: `${node.id.slice(0, -1)}1`, state: 'lost' },
        { ...node, id: `${node.id.slice(0, -1)}2`, state: 'degraded', problems: ['counters'] },
        { ...node, id: `${node.id.slice(0, -1)}3`, configuration: 'another' },
      ];
      await route.fulfill({ json: { ...body, data: [node, ...others] } });
    });
    await window.goto('/operator/now');
    const problems = page.getByRole('region', { name: 'What is wrong' });
    await problems.getByText('No report for half a minute.').waitFor();
    const received = await problems.innerText();
    expect(received).toContain('Redis does not answer. Calls continue');
    expect(received).toContain('Nodes have different settings.');
    expect(
      await problems.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href'))),
    ).toEqual(
      expect.arrayContaining(
        ['a-node-is-lost', 'redis-does-not-answer', 'nodes-have-different-settings'].map(
          (heading) => `/docs/runbook/#${heading}`,
        ),
      ),
    );
    expect(await window.violations()).toEqual([]);
  });

  it.each([
    [1440, 'light'],
    [360, 'dark'],
  ] as const)('is accessible and fits a window of %i px in %s', async (width, scheme) => {
    const { page } = window;
    await page.setViewportSize({ width, height: 900 });
    for (const look of ['', '?span=7d&by=code', '?span=90d&by=node']) {
      await window.move(`/operator/now${look}`);
      await page.getByRole('group', { name: /^Requests by/ }).waitFor();
      await window.settled();
      expect([look, await window.violationsIn(scheme)]).toEqual([look, []]);
      expect([look, await window.scrollsSideways()]).toEqual([look, false]);
      if (process.env['NOW_SHOTS'])
        await page.screenshot({
          path: `${process.env['NOW_SHOTS']}/now-${width}${look.replaceAll(/\W/g, '_')}.png`,
          fullPage: true,
        });
    }
    expect(window.wrongs).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import type { RunningConsole } from '../../server/test-kit/index.ts';
import { ACME, PASSWORD } from './acme.ts';
import type { ConsoleWindow } from './console-window.ts';
import { withConsole } from './with-console.ts';

/** Creates a key and leaves its secret on the screen. */
async function createKey(window: ConsoleWindow, name: string): Promise<void> {
  await window.goto('/keys');
  await window.button('Create key').click();
  await window.dialog.getByLabel('Name').fill(name);
  await window.dialog.getByRole('button', { name: 'Create key' }).click();
}

describe('clients for a new key', () => {
  let service: RunningConsole;
  let window: ConsoleWindow;

  withConsole(ACME, async (running, openWindow) => {
    service = running;
    window = await openWindow();
    await window.signIn('ada@acme.test', PASSWORD);
  });

  it('COMPG-01 COMPG-07 shows the lines that set clients to this deployment and to a model of the key', async () => {
    await createKey(window, 'for clients');
    const secret = (await window.page.locator('[data-secret]').textContent()) ?? '';
    const lines = async (client: string): Promise<string> => {
      await window.dialog.getByRole('tab', { name: client }).click();
      return (await window.dialog.getByRole('tabpanel').locator('code').textContent()) ?? '';
    };
    const anthropic = `${service.baseUrl}/compat/anthropic`;
    const openai = `${service.baseUrl}/compat/openai/v1`;
    const claude = await lines('Claude Code');
    expect(claude).toContain(`export ANTHROPIC_BASE_URL=${anthropic}\n`);
    expect(claude).toContain("export ANTHROPIC_MODEL='Svc Standard'");
    expect(await lines('Codex')).toContain(`base_url = "${openai}"\n`);
    expect(await lines('OpenAI SDK')).toContain(`new OpenAI({ baseURL: '${openai}'`);
    expect(await lines('Anthropic SDK')).toContain(`new Anthropic({ baseURL: '${anthropic}'`);
    const body = { model: 'Svc Standard', messages: [{ role: 'user', content: 'Hi' }] };
    const response = await service.post('/compat/openai/v1/chat/completions', secret, body);
    expect(response.status).toBe(200);
    expect(await window.violations()).toEqual([]);
    expect(window.wrongs).toEqual([]);
  });
});

describe('clients for a new key where one vendor’s endpoints are off', () => {
  let window: ConsoleWindow;

  withConsole(
    ACME,
    async (_running, openWindow) => {
      window = await openWindow();
      await window.signIn('ada@acme.test', PASSWORD);
    },
    { compat: { openai: { enabled: false } } },
  );

  it('COMPG-01 shows those of the other one', async () => {
    await createKey(window, 'for Claude');
    await window.dialog.getByRole('tab', { name: 'Claude Code' }).click();
    const tabs = await window.dialog.getByRole('tab').allTextContents();
    expect(tabs).toEqual(['Claude Code', 'Anthropic SDK']);
    expect(window.wrongs).toEqual([]);
  });
});

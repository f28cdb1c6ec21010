import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { exampleResponseOf } from '@svc/contract';
import { responseOf, MOCK_OPERATIONS } from './mock-api.ts';
import { startMockConsole } from './start-mock-console.ts';
import { ConsoleWindow, launchChromium } from '../test/index.ts';

interface Listed {
  readonly data: readonly { readonly id: string }[];
}

const firstOf = (list: string) => (exampleResponseOf(list) as Listed).data[0]!.id;
const { id: ORGANIZATION } = exampleResponseOf('readManagedOrganization') as { readonly id: string };

/** What stands in for the parameters of pages. */
const KNOWN: Readonly<Record<string, string>> = {
  keyId: firstOf('listApiKeys'),
  agentId: firstOf('listAgents'),
  connectionId: firstOf('listSsoConnections'),
  batchId: firstOf('listBatches'),
  owner: firstOf('listWorkspaces'),
  webhookId: firstOf('listWebhooks'),
  workspaceId: firstOf('listWorkspaces'),
  tunnelId: firstOf('listTunnels'),
  template: 'triage',
  requestId: firstOf('listRequests'),
  modelId: encodeURIComponent(firstOf('listModels')),
  organizationId: ORGANIZATION,
};

describe('the mock API', () => {
  it('answers every operation with what it may answer', () => {
    const wrong = MOCK_OPERATIONS.flatMap((operation) => {
      const issues = operation.response?.safeParse(responseOf(operation)).error?.issues ?? [];
      return issues.map(({ path, message }) => `${operation.id} ${path.join('.')}: ${message}`);
    });
    expect(wrong).toEqual([]);
  });
});

describe('the Console over the mock API', () => {
  let browser: Browser | undefined;
  let mock: Awaited<ReturnType<typeof startMockConsole>>;
  let window: ConsoleWindow;

  beforeAll(async () => {
    browser = await launchChromium();
    if (!browser) return;
    mock = await startMockConsole(0);
    window = await ConsoleWindow.open(browser, mock);
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await mock?.stop();
  });
  beforeEach((context) => {
    if (!browser) context.skip('Chromium not found');
  });

  it('shows every page without a service', async () => {
    const failed: string[] = [];
    window.page.on('response', (response) => {
      if (response.status() >= 400) failed.push(`${response.status()} ${response.url()}`);
    });
    await window.goto('/');
    const routes = await window.page.evaluate<{ id: string; path: string }[]>(
      'Object.entries(__TSR_ROUTER__.routesById).map(([id, { fullPath }]) => ({ id, path: fullPath }))',
    );
    const pages = routes.filter(({ id }) => /^\/(operator-)?shell\//.test(id));
    expect(pages.length).toBeGreaterThan(25);
    const without: string[] = [];
    for (const { path } of pages) {
      await window.move(path.replaceAll(/\$(\w+)/g, (_, name: string) => KNOWN[name] ?? name));
      await window.page.waitForLoadState('networkidle');
      if ((await window.page.getByText('This could not be loaded').count()) > 0) without.push(path);
    }
    expect(without).toEqual([]);
    expect(failed).toEqual([]);
    expect(window.wrongs).toEqual([]);
  }, 600_000);

  it('signs out, and in again', async () => {
    await window.goto('/');
    await window.button('Olga').click();
    await window.page.getByRole('menuitem', { name: 'Sign out' }).click();
    await window.fillSignIn('olga@acme.example', 'any password');
    await window.page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    expect(await window.page.getByRole('heading', { level: 1 }).innerText()).toBe('Overview');
  }, 120_000);
});

import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type RunningConsole, startConsole, testDatabases } from '../../server/test-kit/index.ts';
import { openChromium } from './chromium.ts';
import { ConsoleWindow } from './console-window.ts';

export type OpenWindow = (options?: BrowserContextOptions) => Promise<ConsoleWindow>;

const [embedded] = await testDatabases();

/**
 * Around the tests of one file: a service with these people on the embedded database, and windows to open at its Console.
 * Where there is no Chromium the tests are skipped.
 */
export function withConsole(
  provisioning: unknown,
  begin: (service: RunningConsole, open: OpenWindow) => Promise<void> | void,
  deployment: object = {},
  environment: Readonly<Record<string, string>> = {},
): void {
  let browser: Browser | undefined;
  let running: RunningConsole | undefined;

  beforeAll(async () => {
    const opened = (browser = await openChromium());
    if (!opened) return;
    const service = (running = await startConsole(embedded!, provisioning, {}, deployment, environment));
    await begin(service, (options) => ConsoleWindow.open(opened, service, options));
  });

  afterAll(async () => {
    await browser?.close();
    await running?.stop();
  });

  beforeEach((context) => {
    if (!browser) context.skip('Chromium not found');
  });
}

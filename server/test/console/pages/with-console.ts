import type { BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { testDatabases } from '#test-kit';
import { startConsole, type RunningConsole } from '../running-console.ts';
import { openChromium } from './chromium.ts';
import { ConsoleWindow } from './console-window.ts';

export type OpenWindow = (options?: BrowserContextOptions) => Promise<ConsoleWindow>;

const [embedded] = await testDatabases();
const browser = await openChromium();

/**
 * Around the tests of one file: a service with these people on the embedded database, and windows to open at its Console.
 * Where there is no Chromium the tests are skipped.
 */
export function withConsole(provisioning: unknown, begin: (service: RunningConsole, open: OpenWindow) => Promise<void> | void): void {
  let running: RunningConsole | undefined;

  beforeAll(async () => {
    if (!browser) return;
    const service = (running = await startConsole(embedded!, provisioning));
    await begin(service, (options) => ConsoleWindow.open(browser, service, options));
  }, 90_000);

  afterAll(async () => {
    await browser?.close();
    await running?.stop();
  });

  beforeEach((context) => {
    if (!browser) context.skip('Chromium not found');
  });
}

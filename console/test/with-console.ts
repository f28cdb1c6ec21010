import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type RunningConsole, startConsole, usualDatabase } from '../../server/test-kit/index.ts';
import { openChromium } from './chromium.ts';
import { ConsoleWindow } from './console-window.ts';

export type OpenWindow = (options?: BrowserContextOptions) => Promise<ConsoleWindow>;

const database = await usualDatabase();

/** One for all files of a test process: a start takes a second of a processor. It ends with the process. */
let shared: Browser | undefined;

async function sharedChromium(): Promise<Browser | undefined> {
  if (!shared?.isConnected()) shared = await openChromium();
  return shared;
}

/**
 * Around the tests of one file: a service with these people, and windows to open at its Console.
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
  const windows: ConsoleWindow[] = [];

  beforeAll(async () => {
    const opened = (browser = await sharedChromium());
    if (!opened) return;
    const service = (running = await startConsole(database, provisioning, {}, deployment, environment));
    await begin(service, async (options) => {
      const window = await ConsoleWindow.open(opened, service, options);
      windows.push(window);
      return window;
    });
  });

  afterAll(async () => {
    await Promise.all(windows.map((window) => window.close()));
    await running?.stop();
  });

  beforeEach((context) => {
    if (!browser) context.skip('Chromium not found');
  });
}

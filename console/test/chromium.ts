import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { chromium, type Browser, type LaunchOptions } from 'playwright-core';

/** The shell is Chromium without the browser around the pages, and takes half of the processor time. */
const PROGRAMS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
const ROOT = new URL('../..', import.meta.url);

/** No sandbox: containers of tests have none to give. The rest keeps it from calling home. */
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A browser, and the Console built for it. Undefined where there is no Chromium. */
export async function openChromium(): Promise<Browser | undefined> {
  if (!PROGRAMS.some(existsSync)) return undefined;
  await promisify(execFile)(process.execPath, ['console/build.ts', '--if-stale'], { cwd: ROOT });
  return launchChromium();
}

/** Undefined where there is no Chromium. `options` beside those that every test has. */
export async function launchChromium(options: LaunchOptions = {}): Promise<Browser | undefined> {
  const executablePath = PROGRAMS.find(existsSync);
  return executablePath === undefined
    ? undefined
    : chromium.launch({ executablePath, args: ARGUMENTS, ...options });
}

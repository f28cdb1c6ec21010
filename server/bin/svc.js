#!/usr/bin/env -S node --min-semi-space-size=16 --max-semi-space-size=16
// The flags bound the pauses of the collector: with the default young generation of 32 MB they reached 30 ms under a
// thousand streams, which all wait them out together; with 8 MB whatever is in progress is moved to the old one. Without
// a lower bound each full collection shrinks it to 1 MB, everything in progress is moved, and soon the next one is due.
//
// Plain JavaScript on purpose: it must run on whatever Node is on the PATH, find one that can run the
// TypeScript sources (22.19 or newer), and hand over to it.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** As in the first line. */
const YOUNG_GENERATION = ['--min-semi-space-size=16', '--max-semi-space-size=16'];
const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const bundled = fileURLToPath(new URL('../../node_modules/.bin/node', import.meta.url));
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major > 22 || (major === 22 && minor >= 19)) {
  await import('../src/main.ts');
} else if (existsSync(bundled)) {
  const child = spawn(bundled, [...YOUNG_GENERATION, main, ...process.argv.slice(2)], {
    stdio: 'inherit',
  });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
} else {
  console.error(
    `svc needs Node 22.19 or newer; this is ${process.version}. Install one, or run npm ci on Linux to get the bundled one.`,
  );
  process.exit(1);
}

#!/usr/bin/env node
// Plain JavaScript on purpose: it must run on whatever Node is on the PATH, find one that can run the TypeScript sources (22.19 or
// newer), and hand over to it. The published package is built (build.ts) and needs no such thing.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const bundled = fileURLToPath(new URL('../../node_modules/.bin/node', import.meta.url));
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major > 22 || (major === 22 && minor >= 19)) {
  await import('../src/main.ts');
} else if (existsSync(bundled)) {
  const child = spawn(bundled, [main, ...process.argv.slice(2)], { stdio: 'inherit' });
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
} else {
  console.error(
    `The sources of svc-connector need Node 22.19 or newer; this is ${process.version}. Install the published package, or run npm ci.`,
  );
  process.exit(1);
}

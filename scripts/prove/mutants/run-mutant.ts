import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Mutant, mutantEnvironment } from './mutant.ts';
import type { TestsOutcome } from './run-tests.ts';

/** A mutant that never ends is one that was noticed. Long, since a busy machine may not make one of a slow test. */
const LIMIT_MS = 10 * 60_000;

/** What a machine that does too much at once fails with, too, which says nothing about a mutant. */
const CROWDED = /too many clients|no free connection|did not run to its end|did not start/;
const MAX_TRIES = 3;
const PAUSE_MS = 20_000;

/** What became of the tests: the file that failed first and why, or nothing. */
export async function runTests(
  root: string,
  files: readonly string[],
  mutant?: Mutant,
): Promise<TestsOutcome> {
  for (let tries = 1; ; tries++) {
    const outcome = await runOnce(root, files, mutant);
    if (tries === MAX_TRIES || !CROWDED.test(outcome.failure ?? '')) return outcome;
    await delay(PAUSE_MS);
  }
}

async function runOnce(root: string, files: readonly string[], mutant?: Mutant): Promise<TestsOutcome> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'run-tests.ts'), ...files], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'ignore'],
    // A group of its own, which ends with everything that the tests started.
    detached: true,
    env: {
      ...process.env,
      TEST_TIER: 'inner',
      ...(mutant && mutantEnvironment(root, mutant)),
    },
  });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
  let isLate = false;
  const endGroup = (): void => {
    try {
      process.kill(-child.pid!, 'SIGKILL');
    } catch {
      // It has ended.
    }
  };
  const timer = setTimeout(() => {
    isLate = true;
    endGroup();
  }, LIMIT_MS);
  await new Promise((resolve) => child.once('close', resolve));
  clearTimeout(timer);
  endGroup();
  if (isLate) return { failed: 'timeout', failure: `no end within ${LIMIT_MS / 60_000} minutes` };
  return outcomeOf(printed);
}

function outcomeOf(printed: string): TestsOutcome {
  const last = printed.trim().split('\n').at(-1) ?? '';
  if (last.startsWith('{')) return JSON.parse(last) as TestsOutcome;
  return { failed: 'start', failure: `the tests did not start: ${printed.slice(-200)}` };
}

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';

/**
 * What random examples are drawn from in CI: the files of the commit. So a commit gets the same verdict however often it is
 * run, and the next one tries other examples. Undefined outside of CI, where every run tries others; `TEST_SEED` repeats one.
 */
export function testSeed({ CI, TEST_SEED }: NodeJS.ProcessEnv, tree = treeOfCommit): string | undefined {
  if (TEST_SEED || !CI) return TEST_SEED;
  const hash = createHash('sha256').update(tree()).digest();
  return String(hash.readInt32BE());
}

/** What names the files of the commit. Empty where the tests are no checkout. */
export function treeOfCommit(): string {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD^{tree}'], {
      cwd: import.meta.dirname,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch {
    return '';
  }
}

import type { Reporter, TestModule } from 'vitest/node';

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

function count(modules: readonly TestModule[]): Counts {
  const counts: Counts = { passed: 0, failed: 0, skipped: 0 };
  for (const module of modules) {
    const failedBefore = counts.failed;
    for (const test of module.children.allTests()) {
      const { state } = test.result();
      // A test still pending when the run ended never gave an answer: not a pass.
      counts[state === 'pending' ? 'failed' : state]++;
    }
    // A file that could not be read, or whose hooks failed, has no failed test to show for it.
    if (module.state() === 'failed' && counts.failed === failedBefore) counts.failed++;
  }
  return counts;
}

/** Reasons given with `context.skip(reason)`: services that were not found. Tests that do not apply are skipped without one. */
function skipReasons(modules: readonly TestModule[]): Set<string> {
  const results = modules.flatMap((module) =>
    [...module.children.allTests('skipped')].map((test) => test.result()),
  );
  return new Set(
    results.flatMap((result) => (result.state === 'skipped' && result.note ? [result.note] : [])),
  );
}

/**
 * Ends a run with `N passed, N failed, N skipped` alone on the last line, the form scripts read. A run in which nothing
 * ran fails, and so does one without a service under REQUIRE_SERVICES=1: a suite that quietly stopped running must not
 * look green.
 */
export class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const counts = count(modules);
    if (unhandledErrors.length > 0 && counts.failed === 0) counts.failed = unhandledErrors.length;
    const missing = skipReasons(modules);
    const incomplete = missing.size > 0 && process.env['REQUIRE_SERVICES'] === '1';
    if (counts.passed + counts.failed === 0 || incomplete) process.exitCode = 1;
    const lines = [...missing].map((reason) => `skipped: ${reason}`);
    if (incomplete) lines.push('REQUIRE_SERVICES=1: a missing service fails the run.');
    lines.push(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
    // The default reporter writes its summary on the same event; this must come after it.
    process.once('exit', () => process.stdout.write(`${lines.join('\n')}\n`));
  }
}

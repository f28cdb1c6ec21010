import type { Reporter, TestCase, TestModule } from 'vitest/node';

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

/** Why a test was skipped: the service that was not found, or else the test's own name. */
function skipReason(test: TestCase): string | undefined {
  const result = test.result();
  return result.state === 'skipped' ? (result.note ?? `${test.module.relativeModuleId}: ${test.fullName}`) : undefined;
}

/** One line per reason, however many tests share it. */
function skipLines(modules: readonly TestModule[]): string[] {
  const reasons = modules.flatMap((module) => [...module.children.allTests('skipped')].map(skipReason));
  return [...new Set(reasons)].filter((reason) => reason !== undefined).map((reason) => `skipped: ${reason}`);
}

/**
 * Ends a run with `N passed, N failed, N skipped` alone on the last line, the form scripts read. A run in which nothing
 * ran fails, and so does a skip under REQUIRE_SERVICES=1: a suite that quietly stopped running must not look green.
 */
export class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const counts = count(modules);
    if (unhandledErrors.length > 0 && counts.failed === 0) counts.failed = unhandledErrors.length;
    const lines = skipLines(modules);
    const incomplete = counts.skipped > 0 && process.env['REQUIRE_SERVICES'] === '1';
    if (incomplete) lines.push('REQUIRE_SERVICES=1: a skipped test fails the run.');
    if (counts.passed + counts.failed === 0 || incomplete) process.exitCode = 1;
    lines.push(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
    // The default reporter writes its summary on the same event; this must come after it.
    process.once('exit', () => process.stdout.write(`${lines.join('\n')}\n`));
  }
}

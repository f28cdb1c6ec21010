import type { TestModule } from 'vitest/node';

export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** What one test file came to. */
export interface FileResult {
  readonly path: string;
  readonly counts: TestCounts;
  /** The first failed test, hook or import, as text. */
  readonly failure?: string;
  /** Reasons given with `context.skip(reason)`: services that were not found. Tests that do not apply are skipped without one. */
  readonly missingServices: readonly string[];
}

/** `strayFailure` is an error outside of every test, while this file ran. */
export function fileResult(module: TestModule, strayFailure?: string): FileResult {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const missingServices: string[] = [];
  let failure: string | undefined;
  for (const test of module.children.allTests()) {
    const result = test.result();
    // A test still pending when the run ended never gave an answer: not a pass.
    counts[result.state === 'pending' ? 'failed' : result.state]++;
    if (result.state === 'pending') failure ??= `${test.fullName}: did not end`;
    if (result.state === 'failed')
      failure ??= `${test.fullName}: ${result.errors[0]?.message ?? 'no message'}`;
    if (result.state === 'skipped' && result.note) missingServices.push(result.note);
  }
  // A file that could not be read, or whose hooks failed, has no failed test to show for it.
  if (module.state() !== 'passed' && module.state() !== 'skipped')
    failure ??= module.errors()[0]?.message ?? 'did not run to its end';
  failure ??= strayFailure;
  if (failure !== undefined && counts.failed === 0) counts.failed = 1;
  return { path: module.moduleId, counts, missingServices, ...(failure !== undefined && { failure }) };
}

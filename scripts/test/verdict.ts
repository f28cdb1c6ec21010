import { relative } from 'node:path';
import type { FileResult, TestCounts } from './file-result.ts';
import type { RunResult } from './run-files.ts';

/** More than these, and the tests as a whole are not to be believed. */
const MAX_UNSTEADY_FILES = 3;

export interface Verdict {
  readonly passed: boolean;
  /** What a run ends with. The last line is `N passed, N failed, N skipped`, which scripts read. */
  readonly lines: readonly string[];
}

export function failedFiles({ files }: RunResult): FileResult[] {
  return files.filter(({ failure }) => failure !== undefined);
}

/**
 * Judges a run by its first pass and by the second one of the files that failed. A file that passes alone is unsteady: it is listed
 * with what failed, and counts as passed unless there are too many. A run in which nothing ran fails, and so does one without a
 * service where services are required: a suite that quietly stopped running must not look green.
 */
export function judge(
  root: string,
  first: RunResult,
  again: RunResult | undefined,
  requireServices: boolean,
): Verdict {
  const second = new Map(again?.files.map((file) => [file.path, file]));
  const last = first.files.map((file) => second.get(file.path) ?? file);
  const unsteady = failedFiles(first).filter(({ path }) => {
    const repeated = second.get(path);
    return repeated !== undefined && repeated.failure === undefined;
  });
  const strayErrors = [...first.strayErrors, ...(again?.strayErrors ?? [])];
  const counts = last
    .map((file) => file.counts)
    .reduce(add, { passed: 0, failed: strayErrors.length, skipped: 0 });
  const missing = [...new Set(last.flatMap((file) => file.missingServices))];
  const isIncomplete = missing.length > 0 && requireServices;
  const lines = missing.map((reason) => `skipped: ${reason}`);
  if (isIncomplete) lines.push('REQUIRE_SERVICES=1: a missing service fails the run.');
  lines.push(
    ...strayErrors.map((error) => `outside of every file: ${error}`),
    ...listUnsteady(root, unsteady),
  );
  lines.push(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
  const passed =
    counts.failed === 0 && counts.passed > 0 && !isIncomplete && unsteady.length <= MAX_UNSTEADY_FILES;
  return { passed, lines };
}

function add(sum: TestCounts, counts: TestCounts): TestCounts {
  return {
    passed: sum.passed + counts.passed,
    failed: sum.failed + counts.failed,
    skipped: sum.skipped + counts.skipped,
  };
}

function listUnsteady(root: string, files: readonly FileResult[]): string[] {
  if (files.length === 0) return [];
  const lines = files.map(({ path, failure = '' }) => `  ${relative(root, path)}: ${failure.split('\n')[0]}`);
  const tooMany =
    files.length > MAX_UNSTEADY_FILES ? `, more than the ${MAX_UNSTEADY_FILES} that are allowed` : '';
  return ['unsteady:', ...lines, `${files.length} unsteady, which failed once and passed alone${tooMany}`];
}

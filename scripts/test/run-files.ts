import { createVitest } from 'vitest/node';
import { fileResult, type FileResult } from './file-result.ts';

export interface RunResult {
  readonly files: readonly FileResult[];
  /** Errors that belong to no file, so that none can be run again for them. */
  readonly strayErrors: readonly string[];
}

export interface RunOptions {
  readonly root: string;
  readonly config: string;
  /** Parts of paths. Empty is every file. */
  readonly filters: readonly string[];
  /** Paths below the root that are left out. */
  readonly excluded?: readonly string[];
  /** One file at a time, each in a process of its own. */
  readonly alone?: boolean;
}

/** Runs test files with Vitest and its usual report. */
export async function runFiles({
  root,
  config,
  filters,
  excluded = [],
  alone = false,
}: RunOptions): Promise<RunResult> {
  const vitest = await createVitest('test', {
    root,
    config,
    run: true,
    watch: false,
    reporters: ['default'],
    exclude: ['**/node_modules/**', ...excluded],
    ...(alone && { maxWorkers: 1, isolate: true }),
  });
  try {
    const { testModules, unhandledErrors } = await vitest.start([...filters]);
    const { ofFiles, ofNone } = assignErrors(unhandledErrors);
    return {
      files: testModules.map((module) => fileResult(module, ofFiles.get(module.moduleId))),
      strayErrors: ofNone,
    };
  } catch (error) {
    if (asRunError(error).code === 'VITEST_FILES_NOT_FOUND') return { files: [], strayErrors: [] };
    throw error;
  } finally {
    await vitest.close();
  }
}

function assignErrors(errors: readonly unknown[]): { ofFiles: Map<string, string>; ofNone: string[] } {
  const ofFiles = new Map<string, string>();
  const ofNone: string[] = [];
  for (const error of errors) {
    const { stack, message, VITEST_TEST_PATH: path } = asRunError(error);
    const text = stack ?? message ?? 'an error without a message';
    if (path === undefined) ofNone.push(text);
    else if (!ofFiles.has(path)) ofFiles.set(path, text);
  }
  return { ofFiles, ofNone };
}

interface RunError {
  readonly code?: unknown;
  readonly message?: string;
  readonly stack?: string;
  /** The file that was running, as Vitest notes it. */
  readonly VITEST_TEST_PATH?: string;
}

function asRunError(thrown: unknown): RunError {
  return typeof thrown === 'object' && thrown !== null ? thrown : { message: String(thrown) };
}

import { execFile } from 'node:child_process';
import { cp } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { Deployment, KEYS } from '../../clients/deployment.ts';
import type { FailedCheck, Suite, SuiteResult } from './suite.ts';
import { replyAsModel } from './suite-model.ts';

const PROGRAMS = join(import.meta.dirname, 'programs');
const HANGING_MS = 300_000;

/** A line of a program's output: a check, and what was wrong with it. */
interface PrintedCheck {
  readonly check: string;
  readonly fault?: string;
}

/** A program in `programs/` that asks a service through a library. It is run where imports find the packages. */
export function programSuite(name: string, packages: readonly string[], program: string): Suite {
  return {
    name,
    packages,
    async run(modules) {
      const folder = join(dirname(modules), 'programs');
      await cp(PROGRAMS, folder, { recursive: true });
      await using deployment = await Deployment.start();
      deployment.upstream.script(replyAsModel);
      const env = { ...process.env, SVC_ORIGIN: deployment.origin, SVC_KEY: KEYS.good };
      const { stdout } = await promisify(execFile)(process.execPath, [join(folder, program)], {
        env,
        timeout: HANGING_MS,
      });
      return toResult(stdout);
    },
  };
}

function toResult(output: string): SuiteResult {
  const lines = output.split('\n').filter((line) => line.startsWith('{'));
  const printed = lines.map((line) => JSON.parse(line) as PrintedCheck);
  const failed = printed.flatMap(({ check, fault }): FailedCheck[] =>
    fault === undefined ? [] : [{ check, detail: fault }],
  );
  return { passed: printed.length - failed.length, failed };
}

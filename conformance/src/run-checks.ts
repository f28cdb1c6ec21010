import { performance } from 'node:perf_hooks';
import type { Check } from './check.ts';
import type { Fleet } from './fleet.ts';
import { NotRun } from './not-run.ts';

export interface CheckResult {
  readonly rules: readonly string[];
  readonly title: string;
  readonly outcome: 'passed' | 'failed' | 'not_run';
  /** Why it failed or was not run. */
  readonly reason?: string;
  readonly durationMs: number;
}

const CHECK_TIMEOUT_MS = 30_000;

/**
 * Runs the checks: one after the other within a deployment, since they share its engine; the deployments side by side.
 * `done` hears of each check as it ends.
 */
export async function runChecks(
  checks: readonly Check[],
  fleet: Fleet,
  done: (result: CheckResult) => void,
): Promise<readonly CheckResult[]> {
  const results = new Map<Check, CheckResult>();
  const groups = Map.groupBy(checks, ({ variant }) => variant);
  await Promise.all(
    [...groups.values()].map(async (group) => {
      for (const check of group) {
        const result = await outcomeOf(check, fleet);
        results.set(check, result);
        done(result);
      }
    }),
  );
  return checks.map((check) => results.get(check) as CheckResult);
}

async function outcomeOf(check: Check, fleet: Fleet): Promise<CheckResult> {
  const { rules, title } = check;
  const startedAt = performance.now();
  const result = (outcome: CheckResult['outcome'], reason?: string): CheckResult => {
    return { rules, title, outcome, durationMs: Math.round(performance.now() - startedAt), ...(reason === undefined ? {} : { reason }) };
  };
  try {
    await runCheck(check, fleet);
    return result('passed');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return result(error instanceof NotRun ? 'not_run' : 'failed', reason);
  }
}

/** One check on its deployment. Throws its assertion, or NotRun. */
export async function runCheck(check: Check, fleet: Fleet): Promise<void> {
  const deployment = await fleet.deployment(check.variant);
  await deployment.prepare();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not done within ${CHECK_TIMEOUT_MS / 1000} s`)), CHECK_TIMEOUT_MS);
  });
  try {
    await Promise.race([check.run(deployment), late]);
  } finally {
    clearTimeout(timer);
  }
}

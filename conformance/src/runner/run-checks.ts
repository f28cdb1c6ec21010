import { performance } from 'node:perf_hooks';
import type { Check } from './check.ts';
import { RATE_WINDOW_S, type Deployment } from '../deployments/deployment.ts';
import type { Fleet } from '../deployments/fleet.ts';
import { NotRun } from './not-run.ts';
import { isBelowContract } from '../http/rate-refusal.ts';

export interface CheckResult {
  readonly rules: readonly string[];
  readonly title: string;
  readonly outcome: 'passed' | 'failed' | 'not_run';
  /** Why it failed or was not run. */
  readonly reason?: string;
  readonly durationMs: number;
}

/** Lets the seconds pass before a check is made again. */
export type Pause = (seconds: number, check: Check) => Promise<void>;

export const CHECK_TIMEOUT_MS = 60_000;

/**
 * Runs the checks: one after the other within a deployment, since they share its engine; the deployments side by side.
 * `done` hears of each check as it ends.
 */
export async function runChecks(
  checks: readonly Check[],
  fleet: Fleet,
  pause: Pause,
  done: (result: CheckResult) => void,
): Promise<readonly CheckResult[]> {
  const results = new Map<Check, CheckResult>();
  const groups = Map.groupBy(checks, ({ variant }) => variant);
  await Promise.all(
    [...groups.values()].map(async (group) => {
      for (const check of group) {
        const result = await outcomeOf(check, fleet, pause);
        results.set(check, result);
        done(result);
      }
    }),
  );
  return checks.map((check) => results.get(check) as CheckResult);
}

async function outcomeOf(check: Check, fleet: Fleet, pause: Pause): Promise<CheckResult> {
  const { rules, title } = check;
  const startedAt = performance.now();
  const result = (outcome: CheckResult['outcome'], reason?: string): CheckResult => {
    return {
      rules,
      title,
      outcome,
      durationMs: Math.round(performance.now() - startedAt),
      ...(reason === undefined ? {} : { reason }),
    };
  };
  try {
    await runCheck(check, fleet, pause);
    return result('passed');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return result(error instanceof NotRun ? 'not_run' : 'failed', reason);
  }
}

/**
 * One check on its deployment. Throws its assertion, or NotRun. A check that fails where requests were refused for their
 * rate is made once more in a fresh minute, unless the clock can be moved: earlier checks, or somebody else, had used up
 * the minute it began in.
 */
export async function runCheck(check: Check, fleet: Fleet, pause: Pause): Promise<void> {
  const deployment = await fleet.deployment(check.variant);
  try {
    await attempt(check, deployment);
  } catch (error) {
    if (error instanceof NotRun || !deployment.unforeseenRateRefusal) throw error;
    await pause(RATE_WINDOW_S, check);
    await lastAttempt(check, deployment);
  }
}

async function lastAttempt(check: Check, deployment: Deployment): Promise<void> {
  try {
    await attempt(check, deployment);
  } catch (error) {
    const refusal = deployment.unforeseenRateRefusal;
    if (!refusal || !isBelowContract(refusal)) throw error;
    throw new NotRun(
      `needs the request rates of the contract: the deployment allows ${refusal.limit} such requests a minute`,
    );
  }
}

async function attempt(check: Check, deployment: Deployment): Promise<void> {
  await deployment.prepare();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`not done within ${CHECK_TIMEOUT_MS / 1000} s`)),
      CHECK_TIMEOUT_MS,
    );
  });
  try {
    await Promise.race([check.run(deployment), late]);
  } catch (error) {
    // What cannot be asked of a external deployment can be of one the suite started; otherwise a rule went unchecked unnoticed.
    if (error instanceof NotRun && deployment.hasUpstream)
      throw new Error(`a deployment of the suite’s own lacks it: ${error.message}`, { cause: error });
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

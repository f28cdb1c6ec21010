import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Check } from './check.ts';
import { ownFleet } from './fleet.ts';
import { loadChecks } from './load-checks.ts';
import { NotRun } from './not-run.ts';
import { runCheck } from './run-checks.ts';

const checks = await loadChecks();
const fleet = ownFleet();

/** Throws what the check found; returns why it could not be made. */
async function whyNotRun(check: Check): Promise<string | undefined> {
  try {
    await runCheck(check, fleet);
    return undefined;
  } catch (error) {
    if (error instanceof NotRun) return error.message;
    throw error;
  }
}

describe('conformance', () => {
  beforeAll(async () => {
    // All at once: their starts overlap, and the first checks need not wait for the last deployment.
    for (const { variant } of checks) void fleet.deployment(variant).catch(() => {});
    await fleet.deployment('standard');
  }, 120_000);

  afterAll(() => fleet.close());

  for (const check of checks) {
    it(`${check.rules.join(' ')} ${check.title}`, async ({ skip }) => {
      const reason = await whyNotRun(check);
      if (reason !== undefined) skip(reason);
      expect(reason).toBeUndefined();
    });
  }
});

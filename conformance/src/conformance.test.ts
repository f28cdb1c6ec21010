import { afterAll, beforeAll, describe, it } from 'vitest';
import { ownFleet } from './fleet.ts';
import { loadChecks } from './load-checks.ts';
import { NotRun } from './not-run.ts';
import { runCheck } from './run-checks.ts';

const checks = await loadChecks();

describe('conformance', () => {
  const fleet = ownFleet();

  beforeAll(async () => {
    // All at once: their starts overlap, and the first checks need not wait for the last deployment.
    for (const { variant } of checks) void fleet.deployment(variant).catch(() => {});
    await fleet.deployment('standard');
  }, 120_000);

  afterAll(() => fleet.close());

  for (const check of checks) {
    it(`${check.rules.join(' ')} ${check.title}`, async ({ skip }) => {
      try {
        await runCheck(check, fleet);
      } catch (error) {
        if (error instanceof NotRun) skip(error.message);
        throw error;
      }
    });
  }
});

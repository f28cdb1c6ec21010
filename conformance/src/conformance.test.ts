import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chooseDatabase, httpDatabases } from '../../server/test-kit/index.ts';
import { ownFleet } from './deployments/fleet.ts';
import { loadChecks } from './runner/load-checks.ts';
import { CHECK_TIMEOUT_MS, runCheck } from './runner/run-checks.ts';

const checks = await loadChecks();
/** The embedded one with a third of the commits, as in suites over HTTP: its thread takes more of a processor than all else here. */
const [database] = await httpDatabases(import.meta.filename);
const fleet = ownFleet(database?.kind === 'postgres' ? () => chooseDatabase({}) : undefined);
const neverPause = (): Promise<void> =>
  Promise.reject(new Error('the clock of an own deployment can be moved'));

// A check that takes too long is to say so itself.
describe('conformance', { timeout: 2 * CHECK_TIMEOUT_MS }, () => {
  beforeAll(async () => {
    // All at once: their starts overlap, and the first checks need not wait for the last deployment.
    for (const { variant } of checks) void fleet.deployment(variant).catch(() => {});
    await fleet.deployment('standard');
  });

  afterAll(() => fleet.close());

  for (const check of checks) {
    it(`${check.rules.join(' ')} ${check.title}`, async () => {
      await expect(runCheck(check, fleet, neverPause)).resolves.toBeUndefined();
    });
  }
});

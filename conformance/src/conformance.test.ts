import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chooseDatabase, httpDatabases } from '../../server/test-kit/index.ts';
import { ownFleet } from './deployments/fleet.ts';
import { loadChecks } from './runner/load-checks.ts';
import { CHECK_TIMEOUT_MS, runCheck } from './runner/run-checks.ts';

const checks = await loadChecks();
/** The embedded one with a third of the commits, as in suites over HTTP: its thread takes more of a processor than all else here. */
const [database] = await httpDatabases(import.meta.filename);
const openDatabase = database?.kind === 'postgres' ? () => chooseDatabase({}) : undefined;
const neverPause = (): Promise<void> =>
  Promise.reject(new Error('the clock of an own deployment can be moved'));

// One variant after the other: a service takes one to three hundredths of a processor while it only waits for its checks.
for (const [variant, own] of Map.groupBy(checks, (check) => check.variant))
  // A check that takes too long is to say so itself.
  describe(`conformance of the variant ${variant}`, { timeout: 2 * CHECK_TIMEOUT_MS }, () => {
    const fleet = ownFleet(openDatabase);
    beforeAll(async () => {
      await fleet.deployment(variant);
    });
    afterAll(() => fleet.close());

    for (const check of own) {
      it(`${check.rules.join(' ')} ${check.title}`, async () => {
        await expect(runCheck(check, fleet, neverPause)).resolves.toBeUndefined();
      });
    }
  });

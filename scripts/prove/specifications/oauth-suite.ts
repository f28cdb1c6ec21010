import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as OAuth from 'oauth4webapi';
import { testDatabases } from '../../../server/test-kit/index.ts';
import { startConsoleFixture, type ConsoleFixture } from '../../../server/test/console/console-fixture.ts';
import { require } from '../proof.ts';
import { oauthChecks } from './oauth-checks.ts';
import type { FailedCheck, Suite } from './suite.ts';

const NAME = 'OAuth';

/** The authorization server of programs with user sign-in, by a library that holds it to the specifications. */
export const oauthSuite: Suite = {
  name: NAME,
  packages: ['oauth4webapi@3.8.8'],
  async run(modules) {
    const file = pathToFileURL(join(modules, 'oauth4webapi/build/index.js')).href;
    const oauth = (await import(file)) as typeof OAuth;
    const [database] = await testDatabases();
    require(database !== undefined, 'it needs a database');
    const fixture = await startConsoleFixture(database);
    try {
      return await runChecks(oauth, fixture);
    } finally {
      await fixture.stop();
    }
  },
};

async function runChecks(
  oauth: typeof OAuth,
  fixture: ConsoleFixture,
): Promise<{ readonly passed: number; readonly failed: FailedCheck[] }> {
  const failed: FailedCheck[] = [];
  const checks = Object.entries(await oauthChecks(oauth, fixture));
  for (const [check, run] of checks)
    await run().catch((error: unknown) => failed.push({ check, detail: String(error) }));
  return { passed: checks.length - failed.length, failed };
}

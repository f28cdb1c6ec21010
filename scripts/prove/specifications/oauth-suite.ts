import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as OAuth from 'oauth4webapi';
import { testDatabases } from '../../../server/test-kit/index.ts';
import { startConsoleFixture } from '../../../server/test/index.ts';
import { require } from '../proof.ts';
import { oauthChecks } from './oauth-checks.ts';
import { OAuthClient } from './oauth-client.ts';
import type { FailedCheck, Suite } from './suite.ts';

/** The authorization server of programs with user sign-in, by a library that holds it to the specifications. */
export const oauthSuite: Suite = {
  name: 'OAuth',
  packages: ['oauth4webapi@3.8.8'],
  async run(modules) {
    const file = pathToFileURL(join(modules, 'oauth4webapi/build/index.js')).href;
    const [database] = await testDatabases();
    require(database !== undefined, 'it needs a database');
    const fixture = await startConsoleFixture(database);
    try {
      const client = await OAuthClient.discover((await import(file)) as typeof OAuth, fixture);
      const failed: FailedCheck[] = [];
      const checks = Object.entries(oauthChecks(client));
      for (const [check, run] of checks)
        await run().catch((error: unknown) => failed.push({ check, detail: String(error) }));
      return { passed: checks.length - failed.length, failed };
    } finally {
      await fixture.stop();
    }
  },
};
